-- A token that could be spent, without spending it.
-- $1 token_hash · $2 kind · $3 now
-- → user_id · subject · payload
SELECT user_id, subject, payload FROM hub_auth_tokens
 WHERE token_hash = $1 AND kind = $2 AND consumed_at IS NULL AND expires_at > $3;
