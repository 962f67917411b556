-- What the bench writes into.
CREATE TABLE bench_note (
  id TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
