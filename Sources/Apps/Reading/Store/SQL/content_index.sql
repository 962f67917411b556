-- What an import compares with: every content, in short.
-- → id · slug · status · digest · first_published_at · published_at · kind · listed_at
SELECT id, slug, status, digest, first_published_at, published_at, kind, listed_at
  FROM reading_content;
