-- Adds a piece's row.
-- $1 id · $2 kind · $3 title · $4 supporting line · $5 body · $6 … $8 the three, folded (not needed here)
INSERT INTO reading_search_doc (id, kind, title, supporting_line, body) VALUES ($1, $2, $3, $4, $5);
