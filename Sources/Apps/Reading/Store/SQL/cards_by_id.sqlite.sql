-- Live cards by their numbers.
-- $1 the numbers, as a JSON list on SQLite
-- → the columns of a card
SELECT id, kind, slug, title, supporting_line, read_time_minutes, listed_at, first_published_at, image_alt, image_stem, image_hash8,
       image_width, image_height, focal_x, focal_y, resolved_theme_id
  -- A join: for `id IN (…)` SQLite, which keeps no statistics here, walks the index of everything that is live.
  FROM (SELECT DISTINCT value AS wanted FROM json_each($1)) n
  JOIN reading_live_piece ON id = n.wanted;
