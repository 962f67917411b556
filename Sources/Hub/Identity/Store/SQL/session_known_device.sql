-- Whether the person signed in with this program before, on this session's account of it.
-- $1 user_id · $2 user_agent · $3 id of the session that does not count
-- → found
SELECT COUNT(*) AS found FROM (
  SELECT 1 FROM hub_sessions WHERE user_id = $1 AND user_agent = $2 AND id <> $3 LIMIT 1
) AS earlier;
