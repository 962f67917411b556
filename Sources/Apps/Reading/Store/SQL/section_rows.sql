-- The sections of a chapter, in order, with what they quote from and show.
-- $1 chapter id
-- → id · type · heading · body · content_id · quote · caption · image columns · source columns
SELECT s.id, s.type, s.heading, s.body, s.content_id, s.quote, s.caption, s.image_alt, i.stem AS image_stem, i.hash8 AS image_hash8,
       i.width AS image_width, i.height AS image_height, i.focal_x, i.focal_y, s.source_kind,
       COALESCE(b.id, c.id) AS live_source_id, COALESCE(b.slug, c.slug) AS source_slug, COALESCE(b.title, c.title) AS source_title,
       COALESCE(bi.stem, ci.stem) AS cover_stem, COALESCE(bi.hash8, ci.hash8) AS cover_hash8,
       COALESCE(bi.width, ci.width) AS cover_width, COALESCE(bi.height, ci.height) AS cover_height
  FROM reading_journey_section s
  LEFT JOIN reading_image i ON i.id = s.image_id
  LEFT JOIN reading_book b ON s.source_kind = 'book' AND b.id = s.source_id AND b.status = 'live'
  LEFT JOIN reading_image bi ON bi.id = b.cover_image_id
  LEFT JOIN reading_content c ON s.source_kind <> 'book' AND c.id = s.source_id AND c.kind = s.source_kind AND c.status = 'live'
  LEFT JOIN reading_image ci ON ci.id = c.image_id
 WHERE s.chapter_id = $1
 ORDER BY s.position;
