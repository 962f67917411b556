-- What the hero falls back to: the passages with a quote that were published last.
-- $1 how many
-- → the columns of a hero item · starts_at · ends_at
SELECT id, slug, quote, audio_path, resolved_theme_id, source_kind, live_source_id, source_slug, source_title, cover_stem, cover_hash8,
       cover_width, cover_height, NULL AS starts_at, NULL AS ends_at
  FROM reading_live_piece
 WHERE kind = 'passage' AND quote IS NOT NULL AND quote <> ''
 ORDER BY first_published_at DESC, id DESC LIMIT $1;
