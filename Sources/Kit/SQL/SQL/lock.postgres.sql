-- Waits for the lock of that name and holds it until the transaction ends.
-- $1 name
-- → one row
SELECT CAST(pg_advisory_xact_lock(hashtextextended($1, 0)) AS TEXT) AS locked;
