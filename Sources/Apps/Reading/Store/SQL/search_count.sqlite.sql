-- In how many pieces the words occur.
-- $1 the FTS5 query · $2 kinds between commas, or empty
-- → total
SELECT COUNT(*) AS total FROM reading_search s JOIN reading_search_doc k ON k.id = s.rowid
 WHERE reading_search MATCH $1 AND ($2 = '' OR instr($2, ',' || k.kind || ',') > 0);
