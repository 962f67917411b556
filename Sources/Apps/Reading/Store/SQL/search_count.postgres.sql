-- In how many pieces the words occur.
-- $1 the tsquery · $2 kinds between commas, or empty
-- → total
SELECT COUNT(*) AS total FROM reading_search_doc d
 WHERE d.words @@ to_tsquery('english', $1) AND ($2 = '' OR strpos($2, ',' || d.kind || ',') > 0);
