-- The Featured Books list, in editorial order.
-- → id · slug · title · publication_year · synopsis · cover_stem · cover_hash8 · cover_width · cover_height · starts_at · ends_at
SELECT b.id, b.slug, b.title, b.publication_year, b.synopsis, m.stem AS cover_stem, m.hash8 AS cover_hash8, m.width AS cover_width,
       m.height AS cover_height, i.starts_at, i.ends_at
  FROM reading_curation_item i JOIN reading_book b ON b.id = i.target_id AND b.status = 'live'
  LEFT JOIN reading_image m ON m.id = b.cover_image_id
 WHERE i.list = 'featured_books'
 ORDER BY i.position;
