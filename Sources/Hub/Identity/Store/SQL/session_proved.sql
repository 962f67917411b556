-- Notes that the person proved again who they are, and how.
-- $1 id · $2 amr, by spaces · $3 now
UPDATE hub_sessions SET amr = $2, authenticated_at = $3 WHERE id = $1 AND revoked_at IS NULL;
