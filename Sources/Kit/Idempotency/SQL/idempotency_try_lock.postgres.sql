-- Holds a caller's key until the transaction ends, or says at once that another transaction holds it.
-- $1 caller and key. Locks are a whole database's, so the schema is part of the name.
-- → held
SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' ' || $1, 28)) AS held;
