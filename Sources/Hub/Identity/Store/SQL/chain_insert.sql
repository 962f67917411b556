-- Begins a chain of refresh tokens.
-- $1 id · $2 session_id · $3 application_id · $4 present_hash · $5 present_sealed · $6 idle_expires_at · $7 now
INSERT INTO hub_refresh_chains (id, session_id, application_id, present_hash, present_sealed, rotations, idle_expires_at, created_at)
VALUES ($1, $2, $3, $4, $5, 0, $6, $7);
