-- What the index should hold of a piece, and whether it should hold it.
-- $1 id
-- → kind · title · supporting_line · body · interpretation · quote · is_live
SELECT kind, title, supporting_line, body, interpretation, quote, (status = 'live') AS is_live FROM reading_content WHERE id = $1;
