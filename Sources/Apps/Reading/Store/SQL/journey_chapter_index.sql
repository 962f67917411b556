-- What an import compares with: every journey chapter, in short.
-- → id · slug · status · digest · first_published_at · published_at · journey_id · uid
SELECT id, slug, status, digest, first_published_at, published_at, journey_id, uid
  FROM reading_journey_chapter;
