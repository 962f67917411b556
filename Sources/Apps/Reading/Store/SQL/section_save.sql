-- Writes one section whole.
-- $1 id · $2 uid · $3 chapter_id · $4 position · $5 type · $6 heading · $7 body · $8 content_id · $9 quote · $10 source_kind · $11 source_id · $12 image_id · $13 image_alt · $14 caption
INSERT INTO reading_journey_section (
  id, uid, chapter_id, position, type, heading, body, content_id, quote, source_kind, source_id, image_id, image_alt, caption
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (id) DO UPDATE SET
  uid = $2, position = $4, type = $5, heading = $6, body = $7, content_id = $8, quote = $9, source_kind = $10, source_id = $11,
  image_id = $12, image_alt = $13, caption = $14;
