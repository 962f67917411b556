-- Takes a piece's row away.
-- $1 id
DELETE FROM reading_search_doc WHERE id = $1;
