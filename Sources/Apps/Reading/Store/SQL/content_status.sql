-- Gives one content another status. → how many rows changed.
-- $1 id · $2 status · $3 now
UPDATE reading_content
   SET status = $2, go_live_at = NULL, updated_at = $3, lock_version = lock_version + 1,
       order_in_source = CASE WHEN $2 = 'archived' THEN NULL ELSE order_in_source END,
       listed_at = CASE WHEN $2 = 'live' AND is_listed THEN COALESCE(listed_at, first_published_at, $3) ELSE listed_at END,
       first_published_at = CASE WHEN $2 = 'live' THEN COALESCE(first_published_at, $3) ELSE first_published_at END,
       published_at = CASE WHEN $2 = 'live' THEN $3 ELSE published_at END
 WHERE id = $1 AND status <> $2;
