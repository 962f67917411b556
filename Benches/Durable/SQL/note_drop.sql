-- Forgets what an earlier run wrote.
DROP TABLE IF EXISTS bench_note;
