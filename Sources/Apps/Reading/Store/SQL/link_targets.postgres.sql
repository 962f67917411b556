-- What the internal links of some texts lead to now, among live things; what a present slug names comes before what an old
-- one named.
-- $1 a JSON array of [kind, slug]
-- → kind · slug · present
WITH wanted AS (
  SELECT value ->> 0 AS kind, value ->> 1 AS slug FROM json_array_elements(CAST($1 AS json))
)
SELECT w.kind, w.slug, c.slug AS present, 0 AS is_old FROM wanted w
  JOIN reading_content c ON c.kind = w.kind AND c.slug = w.slug AND c.status = 'live' UNION ALL
SELECT w.kind, w.slug, b.slug, 0 FROM wanted w
  JOIN reading_book b ON w.kind = 'book' AND b.slug = w.slug AND b.status = 'live' UNION ALL
SELECT w.kind, w.slug, j.slug, 0 FROM wanted w
  JOIN reading_journey j ON w.kind = 'journey' AND j.slug = w.slug AND j.status = 'live' UNION ALL
SELECT w.kind, w.slug, t.slug, 0 FROM wanted w
  JOIN reading_theme t ON w.kind = 'theme' AND t.slug = w.slug AND t.status = 'live' UNION ALL
SELECT w.kind, w.slug, c.slug, 1 FROM wanted w
  JOIN reading_slug_history h ON h.type = w.kind AND h.old_slug = w.slug
  JOIN reading_content c ON c.id = h.target_id AND c.kind = w.kind AND c.status = 'live' UNION ALL
SELECT w.kind, w.slug, b.slug, 1 FROM wanted w
  JOIN reading_slug_history h ON h.type = w.kind AND h.old_slug = w.slug
  JOIN reading_book b ON w.kind = 'book' AND b.id = h.target_id AND b.status = 'live' UNION ALL
SELECT w.kind, w.slug, j.slug, 1 FROM wanted w
  JOIN reading_slug_history h ON h.type = w.kind AND h.old_slug = w.slug
  JOIN reading_journey j ON w.kind = 'journey' AND j.id = h.target_id AND j.status = 'live' UNION ALL
SELECT w.kind, w.slug, t.slug, 1 FROM wanted w
  JOIN reading_slug_history h ON h.type = w.kind AND h.old_slug = w.slug
  JOIN reading_theme t ON w.kind = 'theme' AND t.id = h.target_id AND t.status = 'live'
 ORDER BY 4;
