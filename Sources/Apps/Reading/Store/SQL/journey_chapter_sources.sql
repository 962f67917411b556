-- The canonical source of every journey chapter, for export.
-- → id · slug · status · lock_version · digest · source_text · journey_id · position
SELECT id, slug, status, lock_version, digest, source_text, journey_id, position
  FROM reading_journey_chapter WHERE status <> 'archived' ORDER BY id;
