-- Erasures whose day has come.
-- $1 now · $2 at most
-- → user_id · status · requested_at · scheduled_for · steps_done · completed_at · receipt
SELECT user_id, status, requested_at, scheduled_for, steps_done, completed_at, receipt
  FROM hub_erasure_requests WHERE status = 'scheduled' AND scheduled_for <= $1 ORDER BY scheduled_for, user_id LIMIT $2;
