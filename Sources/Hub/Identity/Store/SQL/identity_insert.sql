-- Adds a way in.
-- $1 id · $2 user_id · $3 method · $4 password_hash · $5 now
INSERT INTO hub_user_identities (id, user_id, method, password_hash, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5);
