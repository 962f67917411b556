-- A person's erasure, in whatever state.
-- $1 user_id
-- → user_id · status · requested_at · scheduled_for · steps_done · completed_at · receipt
SELECT user_id, status, requested_at, scheduled_for, steps_done, completed_at, receipt
  FROM hub_erasure_requests WHERE user_id = $1;
