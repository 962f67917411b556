-- Writes one content whole: a new row, or a new state of the row with that id.
-- $1 … $35 in the order of the columns
INSERT INTO reading_content (
  id, kind, slug, title, supporting_line, body, interpretation, quote, original_date, recipient, author, subtitle,
  publication_date, order_in_source, source_kind, source_id, reflection_prompt, audio_asset_id, image_id, image_alt,
  theme_id, word_count, cjk_count, read_time_minutes, read_time_override, listed_at, status, go_live_at, expire_at,
  first_published_at, published_at, updated_at, digest, source_text, is_listed
) VALUES (
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
  $26, $27, $28, $29, $30, $31, $32, $33, $34, $35
)
ON CONFLICT (id) DO UPDATE SET
  kind = $2, slug = $3, title = $4, supporting_line = $5, body = $6, interpretation = $7, quote = $8,
  original_date = $9, recipient = $10, author = $11, subtitle = $12, publication_date = $13, order_in_source = $14,
  source_kind = $15, source_id = $16, reflection_prompt = $17, audio_asset_id = $18, image_id = $19, image_alt = $20,
  theme_id = $21, word_count = $22, cjk_count = $23, read_time_minutes = $24, read_time_override = $25,
  listed_at = $26, status = $27, go_live_at = $28, expire_at = $29, first_published_at = $30, published_at = $31,
  updated_at = $32, digest = $33, source_text = $34, is_listed = $35,
  lock_version = reading_content.lock_version + 1;
