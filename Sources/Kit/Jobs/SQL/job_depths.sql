-- How many jobs of each kind there are in each state that is not over, and since when the oldest is due.
-- → kind · state · jobs · oldest_run_at
SELECT kind, state, COUNT(*) AS jobs, MIN(run_at) AS oldest_run_at
  FROM kit_job WHERE state <> 'done' GROUP BY kind, state ORDER BY kind, state;
