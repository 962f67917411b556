-- Tells the other servers that the generation moved.
-- → one row
SELECT CAST(pg_notify('reading_generation', '') AS TEXT) AS told;
