-- The same, without waiting for another writer. → no row while there is one.
-- → generation
SELECT generation FROM reading_generation FOR UPDATE SKIP LOCKED;
