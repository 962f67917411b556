-- Whose token it was, when it was spent before: a code that comes back was taken from somebody.
-- $1 token_hash · $2 kind
-- → user_id · subject · payload
SELECT user_id, subject, payload FROM hub_auth_tokens WHERE token_hash = $1 AND kind = $2 AND consumed_at IS NOT NULL;
