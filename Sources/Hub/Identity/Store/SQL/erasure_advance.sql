-- Notes that a step of an erasure is done.
-- $1 user_id · $2 steps done
UPDATE hub_erasure_requests SET steps_done = $2 WHERE user_id = $1 AND status = 'scheduled' AND steps_done < $2;
