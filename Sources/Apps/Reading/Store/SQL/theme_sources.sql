-- The canonical source of every theme, for export.
-- → id · slug · status · lock_version · digest · source_text
SELECT id, slug, status, lock_version, digest, source_text
  FROM reading_theme WHERE status <> 'archived' ORDER BY id;
