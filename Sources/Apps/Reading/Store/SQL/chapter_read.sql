-- The texts of one chapter.
-- $1 id
-- → introduction · reflection_prompt · closing · has_reveal · image columns
SELECT c.introduction, c.reflection_prompt, c.closing, (c.sealed_reveal IS NOT NULL) AS has_reveal, c.image_alt, i.stem AS image_stem,
       i.hash8 AS image_hash8, i.width AS image_width, i.height AS image_height, i.focal_x, i.focal_y
  FROM reading_journey_chapter c LEFT JOIN reading_image i ON i.id = c.image_id
 WHERE c.id = $1;
