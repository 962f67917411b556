-- Writes one journey chapter whole: a new row, or a new state of the row with that id.
-- $1 … $26 in the order of the columns
INSERT INTO reading_journey_chapter (
  id, uid, journey_id, position, slug, title, opening_question, introduction, reflection_prompt, closing,
  sealed_reveal, image_id, image_alt, theme_id, word_count, cjk_count, read_time_minutes, read_time_override, status,
  go_live_at, expire_at, first_published_at, published_at, updated_at, digest, source_text
) VALUES (
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
  $26
)
ON CONFLICT (id) DO UPDATE SET
  uid = $2, journey_id = $3, position = $4, slug = $5, title = $6, opening_question = $7, introduction = $8,
  reflection_prompt = $9, closing = $10, sealed_reveal = $11, image_id = $12, image_alt = $13, theme_id = $14,
  word_count = $15, cjk_count = $16, read_time_minutes = $17, read_time_override = $18, status = $19,
  go_live_at = $20, expire_at = $21, first_published_at = $22, published_at = $23, updated_at = $24, digest = $25,
  source_text = $26, lock_version = reading_journey_chapter.lock_version + 1;
