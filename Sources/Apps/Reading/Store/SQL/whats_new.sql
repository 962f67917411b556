-- Live pieces that were listed in the window, newest first.
-- $1 from · $2 to · $3 how many
-- → the columns of a card
SELECT id, kind, slug, title, supporting_line, read_time_minutes, listed_at, first_published_at, image_alt, image_stem, image_hash8,
       image_width, image_height, focal_x, focal_y, resolved_theme_id
  FROM reading_live_piece
 WHERE listed_at >= $1 AND listed_at <= $2
 ORDER BY listed_at DESC, id DESC LIMIT $3;
