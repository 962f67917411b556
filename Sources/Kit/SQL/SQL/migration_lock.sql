-- Holds off a second migrator on PostgreSQL until this transaction ends. SQLite's writer lock does the same.
-- → one row
SELECT CAST(pg_advisory_xact_lock(7201459360) AS TEXT) AS locked;
