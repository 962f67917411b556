-- The canonical source of every book, for export.
-- → id · slug · status · lock_version · digest · source_text
SELECT id, slug, status, lock_version, digest, source_text
  FROM reading_book WHERE status <> 'archived' ORDER BY id;
