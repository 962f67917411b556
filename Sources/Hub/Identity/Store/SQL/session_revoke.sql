-- Ends one session of a person.
-- $1 id · $2 user_id · $3 now · $4 reason
-- → how many rows changed: 0 when it is not theirs or was over
UPDATE hub_sessions SET revoked_at = $3, revoked_reason = $4 WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL;
