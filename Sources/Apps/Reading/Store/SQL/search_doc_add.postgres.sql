-- Adds a piece's row and its weighted words.
-- $1 id · $2 kind · $3 title · $4 supporting line · $5 body · $6 … $8 the three, folded
INSERT INTO reading_search_doc (id, kind, title, supporting_line, body, words)
VALUES ($1, $2, $3, $4, $5,
        setweight(to_tsvector('english', $6), 'A') || setweight(to_tsvector('english', $7), 'B') || setweight(to_tsvector('english', $8), 'D'));
