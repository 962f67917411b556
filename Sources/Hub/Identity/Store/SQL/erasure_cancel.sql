-- Cancels an erasure that has not begun.
-- $1 user_id
-- → how many rows changed
UPDATE hub_erasure_requests SET status = 'cancelled' WHERE user_id = $1 AND status = 'scheduled' AND steps_done = 0;
