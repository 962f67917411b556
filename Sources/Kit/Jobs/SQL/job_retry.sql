-- Puts a job off that is still this worker's.
-- $1 id · $2 lease · $3 run_at · $4 error · $5 now → how many rows changed
UPDATE kit_job SET lease = NULL, run_at = $3, error = $4, updated_at = $5 WHERE id = $1 AND lease = $2;
