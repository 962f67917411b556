-- One page of pieces in which the words occur, the best first. The rank is negated, so that the best is the least as on SQLite.
-- $1 the tsquery · $2 kinds between commas, or empty · $3 how many · $4 after that rank · $5 and, at that rank, that id
-- → the columns of a card · text · rank
SELECT p.id, p.kind, p.slug, p.title, p.supporting_line, p.read_time_minutes, p.listed_at, p.first_published_at, p.image_alt,
       p.image_stem, p.image_hash8, p.image_width, p.image_height, p.focal_x, p.focal_y, p.resolved_theme_id, hit.body AS text, hit.rank
  FROM (SELECT id, body, rank
          FROM (SELECT d.id, d.body,
                       - CAST(ts_rank(CAST('{0.1, 0.1, 0.4, 1.0}' AS real[]), d.words, to_tsquery('english', $1)) AS DOUBLE PRECISION) AS rank
                  FROM reading_search_doc d
                 WHERE d.words @@ to_tsquery('english', $1) AND ($2 = '' OR strpos($2, ',' || d.kind || ',') > 0)) AS ranked
         WHERE rank > $4 OR (rank = $4 AND id > $5)
         ORDER BY rank, id LIMIT $3) AS hit
  JOIN reading_live_piece p ON p.id = hit.id
 ORDER BY hit.rank, p.id;
