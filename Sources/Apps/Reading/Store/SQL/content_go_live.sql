-- Publishes every content whose time has come, by its state. → how many.
-- $1 now
UPDATE reading_content
   SET status = 'live', first_published_at = COALESCE(first_published_at, go_live_at), published_at = go_live_at,
       listed_at = CASE WHEN is_listed THEN COALESCE(listed_at, first_published_at, go_live_at) ELSE listed_at END,
       go_live_at = NULL, updated_at = $1, lock_version = lock_version + 1
 WHERE go_live_at <= $1 AND status IN ('draft', 'unpublished');
