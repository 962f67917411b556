-- What an import compares with: every book, in short.
-- → id · slug · status · digest · first_published_at · published_at
SELECT id, slug, status, digest, first_published_at, published_at
  FROM reading_book;
