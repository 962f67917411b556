-- What an import compares with: every theme, in short.
-- → id · slug · status · digest · first_published_at · published_at
SELECT id, slug, status, digest, first_published_at, published_at
  FROM reading_theme;
