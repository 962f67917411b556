-- Holds the row of the generation until the transaction ends: one writer of the library at a time.
-- → generation
SELECT generation FROM reading_generation FOR UPDATE;
