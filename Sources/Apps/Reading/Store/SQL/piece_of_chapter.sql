-- Every live piece that a journey chapter embeds.
-- $1 chapter id
-- → the columns of a reading
SELECT id, kind, slug, title, supporting_line, body, interpretation, original_date, recipient, author, subtitle, publication_date,
       order_in_source, reflection_prompt, read_time_minutes, image_alt, image_stem, image_hash8, image_width, image_height, focal_x,
       focal_y, audio_path, resolved_theme_id, source_kind, live_source_id, source_slug, source_title, source_year, source_synopsis,
       cover_stem, cover_hash8, cover_width, cover_height
  -- A join: for `id IN (…)` SQLite, which keeps no statistics here, walks the index of everything that is live.
  FROM (SELECT DISTINCT content_id AS wanted FROM reading_journey_section WHERE chapter_id = $1) n
  JOIN reading_live_piece ON id = n.wanted;
