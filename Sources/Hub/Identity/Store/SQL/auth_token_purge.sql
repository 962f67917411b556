-- Forgets tokens that ended a day ago, used or not.
-- $1 a day ago · $2 at most
DELETE FROM hub_auth_tokens
 WHERE token_hash IN (SELECT token_hash FROM hub_auth_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2);
