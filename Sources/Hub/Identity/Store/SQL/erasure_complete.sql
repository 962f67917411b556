-- Closes an erasure with its receipt.
-- $1 user_id · $2 now · $3 receipt, a JSON object
UPDATE hub_erasure_requests SET status = 'completed', completed_at = $2, receipt = $3, reason = NULL
 WHERE user_id = $1 AND status = 'scheduled';
