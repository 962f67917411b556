-- Schedules an erasure, again after a cancelled one.
-- $1 user_id · $2 requested_by_type · $3 requested_by_id · $4 reason · $5 now · $6 scheduled_for
INSERT INTO hub_erasure_requests (user_id, requested_by_type, requested_by_id, reason, requested_at, scheduled_for, status, steps_done)
VALUES ($1, $2, $3, $4, $5, $6, 'scheduled', 0)
ON CONFLICT (user_id) DO UPDATE
   SET requested_by_type = $2, requested_by_id = $3, reason = $4, requested_at = $5, scheduled_for = $6, status = 'scheduled',
       steps_done = 0, completed_at = NULL
 WHERE hub_erasure_requests.status = 'cancelled';
