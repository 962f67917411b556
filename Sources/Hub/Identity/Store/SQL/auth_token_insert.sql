-- Keeps a one-time token.
-- $1 token_hash · $2 kind · $3 user_id · $4 subject · $5 payload · $6 now · $7 expires_at
INSERT INTO hub_auth_tokens (token_hash, kind, user_id, subject, payload, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7);
