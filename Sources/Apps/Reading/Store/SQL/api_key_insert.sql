-- Adds a key.
-- $1 id · $2 label · $3 key_sha256 · $4 now
INSERT INTO reading_api_key (id, label, key_sha256, created_at) VALUES ($1, $2, $3, $4);
