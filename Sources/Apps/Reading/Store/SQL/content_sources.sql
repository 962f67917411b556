-- The canonical source of every content, for export.
-- → id · slug · status · lock_version · digest · source_text · kind
SELECT id, slug, status, lock_version, digest, source_text, kind
  FROM reading_content WHERE status <> 'archived' ORDER BY id;
