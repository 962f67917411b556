-- Unpublishes every journey whose time is over, by its state. → how many.
-- $1 now
UPDATE reading_journey
   SET status = 'unpublished', updated_at = $1, lock_version = lock_version + 1
 WHERE expire_at <= $1 AND status = 'live';
