-- Gives a due job to a worker. Counted before it runs, so that a job that kills its worker does not do so for ever.
-- $1 id · $2 lease · $3 end of the lease · $4 now
UPDATE kit_job SET lease = $2, run_at = $3, attempts = attempts + 1, updated_at = $4 WHERE id = $1;
