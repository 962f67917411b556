-- Ends every session of a person but one.
-- $1 user_id · $2 id of the one that stays, or empty · $3 now · $4 reason
-- → ids of those that ended
UPDATE hub_sessions SET revoked_at = $3, revoked_reason = $4
 WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL
RETURNING id;
