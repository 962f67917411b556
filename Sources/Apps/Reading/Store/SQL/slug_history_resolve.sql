-- The present slug of what an old slug named, among live things.
-- $1 kind · $2 old slug
-- → id · slug
SELECT c.id, c.slug FROM reading_slug_history h JOIN reading_content c ON c.id = h.target_id AND c.kind = h.type AND c.status = 'live'
 WHERE h.type = $1 AND h.old_slug = $2 UNION ALL
SELECT b.id, b.slug FROM reading_slug_history h JOIN reading_book b ON b.id = h.target_id AND b.status = 'live'
 WHERE h.type = $1 AND $1 = 'book' AND h.old_slug = $2 UNION ALL
SELECT j.id, j.slug FROM reading_slug_history h JOIN reading_journey j ON j.id = h.target_id AND j.status = 'live'
 WHERE h.type = $1 AND $1 = 'journey' AND h.old_slug = $2 UNION ALL
SELECT t.id, t.slug FROM reading_slug_history h JOIN reading_theme t ON t.id = h.target_id AND t.status = 'live'
 WHERE h.type = $1 AND $1 = 'theme' AND h.old_slug = $2;
