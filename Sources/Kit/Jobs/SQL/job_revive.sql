-- Queues a job again that was set aside, with all its attempts.
-- $1 id · $2 now → how many rows changed
UPDATE kit_job SET state = 'queued', attempts = 0, run_at = $2, updated_at = $2 WHERE id = $1 AND state = 'poisoned';
