-- Gives one book another status. → how many rows changed.
-- $1 id · $2 status · $3 now
UPDATE reading_book
   SET status = $2, go_live_at = NULL, updated_at = $3, lock_version = lock_version + 1,
       first_published_at = CASE WHEN $2 = 'live' THEN COALESCE(first_published_at, $3) ELSE first_published_at END,
       published_at = CASE WHEN $2 = 'live' THEN $3 ELSE published_at END
 WHERE id = $1 AND status <> $2;
