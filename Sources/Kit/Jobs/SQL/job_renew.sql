-- Lengthens a lease. → how many rows changed: 0 when the job is somebody else's by now
-- $1 id · $2 lease · $3 end of the lease · $4 now
UPDATE kit_job SET run_at = $3, updated_at = $4 WHERE id = $1 AND lease = $2;
