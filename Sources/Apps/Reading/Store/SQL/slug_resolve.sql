-- What a present slug names, among live things.
-- $1 kind · $2 slug
-- → id · slug
SELECT id, slug FROM reading_content WHERE kind = $1 AND slug = $2 AND status = 'live' UNION ALL
SELECT id, slug FROM reading_book WHERE $1 = 'book' AND slug = $2 AND status = 'live' UNION ALL
SELECT id, slug FROM reading_journey WHERE $1 = 'journey' AND slug = $2 AND status = 'live' UNION ALL
SELECT id, slug FROM reading_theme WHERE $1 = 'theme' AND slug = $2 AND status = 'live';
