-- What an import compares with: every journey, in short.
-- → id · slug · status · digest · first_published_at · published_at
SELECT id, slug, status, digest, first_published_at, published_at
  FROM reading_journey;
