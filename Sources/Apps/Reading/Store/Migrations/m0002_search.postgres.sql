-- What is searched: one row a live piece, with PostgreSQL's index over its folded text. Reading spec §18. Folding is done before
-- the text comes here, so that no extension is needed.
CREATE TABLE reading_search_doc (
  id BIGINT PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  supporting_line TEXT NOT NULL,
  body TEXT NOT NULL,
  words TSVECTOR NOT NULL
);
CREATE INDEX reading_search_doc_words ON reading_search_doc USING gin (words);
