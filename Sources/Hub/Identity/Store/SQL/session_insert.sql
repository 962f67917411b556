-- Adds a session.
-- $1 id · $2 user_id · $3 amr, by spaces · $4 ip_address · $5 user_agent · $6 now · $7 absolute_expires_at
INSERT INTO hub_sessions (id, user_id, amr, ip_address, user_agent, created_at, authenticated_at, last_seen_at, absolute_expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $6, $6, $7);
