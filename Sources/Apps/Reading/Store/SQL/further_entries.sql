-- The Further Reading list: live pieces in editorial order.
-- → the columns of a card · starts_at · ends_at
SELECT p.id, p.kind, p.slug, p.title, p.supporting_line, p.read_time_minutes, p.listed_at, p.first_published_at, p.image_alt,
       p.image_stem, p.image_hash8, p.image_width, p.image_height, p.focal_x, p.focal_y, p.resolved_theme_id, i.starts_at, i.ends_at
  FROM reading_curation_item i JOIN reading_live_piece p ON p.id = i.target_id
 WHERE i.list = 'further_reading'
 ORDER BY i.position;
