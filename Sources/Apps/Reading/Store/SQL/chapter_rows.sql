-- The live chapters of a journey, in order.
-- $1 journey id
-- → id · slug · title · opening_question · read_time_minutes · live_theme_id
SELECT c.id, c.slug, c.title, c.opening_question, c.read_time_minutes, t.id AS live_theme_id
  FROM reading_journey_chapter c LEFT JOIN reading_theme t ON t.id = c.theme_id AND t.status = 'live'
 WHERE c.journey_id = $1 AND c.status = 'live'
 ORDER BY c.position, c.id;
