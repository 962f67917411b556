-- The pieces whose place in the index does not fit their status.
-- → id
SELECT c.id FROM reading_content c LEFT JOIN reading_search_doc d ON d.id = c.id
 WHERE (c.status = 'live') <> (d.id IS NOT NULL);
