-- The live chapters of a journey in order, and the texts of one of them.
-- $1 journey id · $2 which one, counted from 1
-- → id · slug · title · opening_question · read_time_minutes · live_theme_id, and of that one: introduction ·
--   reflection_prompt · closing · has_reveal · image_alt · the columns of its image
SELECT c.id, c.slug, c.title, c.opening_question, c.read_time_minutes, t.id AS live_theme_id,
       CASE WHEN c.number = $2 THEN c.introduction END AS introduction,
       CASE WHEN c.number = $2 THEN c.reflection_prompt END AS reflection_prompt,
       CASE WHEN c.number = $2 THEN c.closing END AS closing, (c.sealed_reveal IS NOT NULL) AS has_reveal, c.image_alt,
       i.stem AS image_stem, i.hash8 AS image_hash8, i.width AS image_width, i.height AS image_height, i.focal_x, i.focal_y
  FROM (SELECT k.*, ROW_NUMBER() OVER (ORDER BY k.position, k.id) AS number
          FROM reading_journey_chapter k WHERE k.journey_id = $1 AND k.status = 'live') AS c
  LEFT JOIN reading_theme t ON t.id = c.theme_id AND t.status = 'live'
  LEFT JOIN reading_image i ON i.id = c.image_id AND c.number = $2
 ORDER BY c.number;
