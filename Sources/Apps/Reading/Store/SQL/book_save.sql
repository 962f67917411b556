-- Writes one book whole: a new row, or a new state of the row with that id.
-- $1 … $18 in the order of the columns
INSERT INTO reading_book (
  id, slug, title, title_sort, author, publication_year, synopsis, cover_image_id, cover_alt, theme_id, status,
  go_live_at, expire_at, first_published_at, published_at, updated_at, digest, source_text
) VALUES (
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18
)
ON CONFLICT (id) DO UPDATE SET
  slug = $2, title = $3, title_sort = $4, author = $5, publication_year = $6, synopsis = $7, cover_image_id = $8,
  cover_alt = $9, theme_id = $10, status = $11, go_live_at = $12, expire_at = $13, first_published_at = $14,
  published_at = $15, updated_at = $16, digest = $17, source_text = $18, lock_version = reading_book.lock_version + 1;
