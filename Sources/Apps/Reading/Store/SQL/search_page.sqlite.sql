-- One page of pieces in which the words occur, the best first.
-- $1 the FTS5 query · $2 kinds between commas, or empty · $3 how many · $4 after that rank · $5 and, at that rank, that id
-- → the columns of a card · text · rank
SELECT p.id, p.kind, p.slug, p.title, p.supporting_line, p.read_time_minutes, p.listed_at, p.first_published_at, p.image_alt,
       p.image_stem, p.image_hash8, p.image_width, p.image_height, p.focal_x, p.focal_y, p.resolved_theme_id, d.body AS text, hit.rank
  FROM (SELECT id, rank
          FROM (SELECT s.rowid AS id, bm25(reading_search, 10.0, 4.0, 1.0) AS rank
                  FROM reading_search s JOIN reading_search_doc k ON k.id = s.rowid
                 WHERE reading_search MATCH $1 AND ($2 = '' OR instr($2, ',' || k.kind || ',') > 0)) AS ranked
         WHERE rank > $4 OR (rank = $4 AND id > $5)
         ORDER BY rank, id LIMIT $3) AS hit
  JOIN reading_live_piece p ON p.id = hit.id JOIN reading_search_doc d ON d.id = hit.id
 ORDER BY hit.rank, p.id;
