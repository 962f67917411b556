-- Holds a caller's key until the transaction ends, or says at once that another transaction holds it.
-- $1 caller and key
-- → held
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 28)) AS held;
