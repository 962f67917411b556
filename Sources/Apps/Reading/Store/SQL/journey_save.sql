-- Writes one journey whole: a new row, or a new state of the row with that id.
-- $1 … $20 in the order of the columns
INSERT INTO reading_journey (
  id, slug, name, name_sort, editorial_framing, icon_asset_id, emblem_asset_id, image_id, image_alt, colour,
  theme_id, position, status, go_live_at, expire_at, first_published_at, published_at, updated_at, digest,
  source_text
) VALUES (
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20
)
ON CONFLICT (id) DO UPDATE SET
  slug = $2, name = $3, name_sort = $4, editorial_framing = $5, icon_asset_id = $6, emblem_asset_id = $7,
  image_id = $8, image_alt = $9, colour = $10, theme_id = $11, position = $12, status = $13, go_live_at = $14,
  expire_at = $15, first_published_at = $16, published_at = $17, updated_at = $18, digest = $19, source_text = $20,
  lock_version = reading_journey.lock_version + 1;
