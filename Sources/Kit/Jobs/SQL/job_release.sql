-- Gives back a job that was not carried out; the attempt does not count.
-- $1 id · $2 lease · $3 now → how many rows changed
UPDATE kit_job SET lease = NULL, run_at = $3, attempts = attempts - 1, updated_at = $3 WHERE id = $1 AND lease = $2;
