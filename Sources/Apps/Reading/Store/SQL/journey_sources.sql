-- The canonical source of every journey, for export.
-- → id · slug · status · lock_version · digest · source_text
SELECT id, slug, status, lock_version, digest, source_text
  FROM reading_journey WHERE status <> 'archived' ORDER BY id;
