-- The Featured Journeys list, in editorial order.
-- → the columns of a journey · starts_at · ends_at
SELECT j.id, j.slug, j.name, j.name_sort, j.editorial_framing, j.colour, j.position, j.first_published_at, j.live_theme_id,
       j.icon_path, j.emblem_path, j.chapters_count, i.starts_at, i.ends_at
  FROM reading_curation_item i JOIN reading_live_journey j ON j.id = i.target_id
 WHERE i.list = 'featured_journeys' AND j.chapters_count > 0
 ORDER BY i.position;
