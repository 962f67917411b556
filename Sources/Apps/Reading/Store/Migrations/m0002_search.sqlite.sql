-- What is searched: one row a live piece, and SQLite's index over it. Reading spec §18.
CREATE TABLE reading_search_doc (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  supporting_line TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE VIRTUAL TABLE reading_search USING fts5 (
  title, supporting_line, body, content = 'reading_search_doc', content_rowid = 'id',
  tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3'
);
