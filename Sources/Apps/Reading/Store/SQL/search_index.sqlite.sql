-- Puts a piece's row into the index.
-- $1 id
INSERT INTO reading_search (rowid, title, supporting_line, body)
SELECT id, title, supporting_line, body FROM reading_search_doc WHERE id = $1;
