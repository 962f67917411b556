-- Ends a job that is still this worker's. What it carried is no longer needed.
-- $1 id · $2 lease · $3 nothing, as bytes · $4 now → how many rows changed
UPDATE kit_job SET state = 'done', lease = NULL, payload = $3, error = NULL, updated_at = $4 WHERE id = $1 AND lease = $2;
