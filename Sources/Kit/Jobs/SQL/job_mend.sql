-- After the clock was set back: what was written in the future keeps its distance to then, counted from now. A lease that is
-- still worked under stays one.
-- $1 now · $2 what is later than this was written by a clock that was wrong
UPDATE kit_job SET run_at = $1 + (run_at - updated_at), created_at = CASE WHEN created_at > $1 THEN $1 ELSE created_at END, updated_at = $1
 WHERE state = 'queued' AND updated_at > $2;
