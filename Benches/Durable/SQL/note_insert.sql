-- Keeps one note.
-- $1 id · $2 text · $3 created
INSERT INTO bench_note (id, text, created_at) VALUES ($1, $2, $3);
