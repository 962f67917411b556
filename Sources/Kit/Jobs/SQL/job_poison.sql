-- Sets a job aside that is still this worker's.
-- $1 id · $2 lease · $3 error · $4 now → how many rows changed
UPDATE kit_job SET state = 'poisoned', lease = NULL, error = $3, updated_at = $4 WHERE id = $1 AND lease = $2;
