-- Live cards by their numbers.
-- $1 the numbers, as a JSON list on SQLite
-- → the columns of a card
SELECT id, kind, slug, title, supporting_line, read_time_minutes, listed_at, first_published_at, image_alt, image_stem, image_hash8,
       image_width, image_height, focal_x, focal_y, resolved_theme_id
  FROM reading_live_piece WHERE id IN (SELECT value FROM json_each($1));
