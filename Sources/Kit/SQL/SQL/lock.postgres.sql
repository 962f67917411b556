-- Waits for the lock of that name and holds it until the transaction ends.
-- $1 name. Locks are a whole database's, so the schema is part of the name.
-- → one row
SELECT CAST(pg_advisory_xact_lock(hashtextextended(current_schema() || ' ' || $1, 0)) AS TEXT) AS locked;
