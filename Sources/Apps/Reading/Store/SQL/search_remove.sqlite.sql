-- Takes a piece out of the index, with the words it was put in with.
-- $1 id
INSERT INTO reading_search (reading_search, rowid, title, supporting_line, body)
SELECT 'delete', id, title, supporting_line, body FROM reading_search_doc WHERE id = $1;
