-- Ends a key. → how many rows changed: 0 when there is none in force.
-- $1 id · $2 now
UPDATE reading_api_key SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL;
