-- The generation of everything public.
-- → generation
SELECT generation FROM reading_generation;
