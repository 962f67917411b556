-- Writes one theme whole: a new row, or a new state of the row with that id.
-- $1 … $18 in the order of the columns
INSERT INTO reading_theme (
  id, slug, name, name_sort, framing_line, colour, background_asset_id, portal_icon_asset_id,
  home_background_asset_id, lottie_asset_id, status, go_live_at, expire_at, first_published_at, published_at,
  updated_at, digest, source_text
) VALUES (
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18
)
ON CONFLICT (id) DO UPDATE SET
  slug = $2, name = $3, name_sort = $4, framing_line = $5, colour = $6, background_asset_id = $7,
  portal_icon_asset_id = $8, home_background_asset_id = $9, lottie_asset_id = $10, status = $11, go_live_at = $12,
  expire_at = $13, first_published_at = $14, published_at = $15, updated_at = $16, digest = $17, source_text = $18,
  lock_version = reading_theme.lock_version + 1;
