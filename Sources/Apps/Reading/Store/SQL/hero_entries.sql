-- The hero list: live passages with a quote, in editorial order.
-- → the columns of a hero item · starts_at · ends_at
SELECT p.id, p.slug, p.quote, p.audio_path, p.resolved_theme_id, p.source_kind, p.live_source_id, p.source_slug, p.source_title,
       p.cover_stem, p.cover_hash8, p.cover_width, p.cover_height, i.starts_at, i.ends_at
  FROM reading_curation_item i JOIN reading_live_piece p ON p.id = i.target_id
 WHERE i.list = 'hero' AND p.kind = 'passage' AND p.quote IS NOT NULL AND p.quote <> ''
 ORDER BY i.position;
