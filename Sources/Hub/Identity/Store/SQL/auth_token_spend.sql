-- Spends a token: of two who present it one gets the row.
-- $1 token_hash · $2 kind · $3 now
-- → user_id · subject · payload; no row when it is unknown, spent, over or of another kind
UPDATE hub_auth_tokens SET consumed_at = $3
 WHERE token_hash = $1 AND kind = $2 AND consumed_at IS NULL AND expires_at > $3
RETURNING user_id, subject, payload;
