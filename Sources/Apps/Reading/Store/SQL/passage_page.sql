-- One page of live passages, newest first.
-- $1 published before or at · $2 with an id below, at that instant · $3 how many
-- → the columns of a card
SELECT id, kind, slug, title, supporting_line, read_time_minutes, listed_at, first_published_at, image_alt, image_stem, image_hash8,
       image_width, image_height, focal_x, focal_y, resolved_theme_id
  FROM reading_live_piece
 WHERE kind = 'passage' AND (first_published_at, id) < ($1, $2)
 ORDER BY first_published_at DESC, id DESC LIMIT $3;
