-- One live journey.
-- $1 id
-- → the columns of a journey
SELECT id, slug, name, name_sort, editorial_framing, colour, position, first_published_at, live_theme_id, icon_path, emblem_path, chapters_count
  FROM reading_live_journey WHERE id = $1;
