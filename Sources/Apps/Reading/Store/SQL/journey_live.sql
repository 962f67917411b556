-- Every live journey with at least one live chapter, in editorial order.
-- → the columns of a journey
SELECT id, slug, name, name_sort, editorial_framing, colour, position, first_published_at, live_theme_id, icon_path, emblem_path, chapters_count
  FROM reading_live_journey WHERE chapters_count > 0 ORDER BY position, id;
