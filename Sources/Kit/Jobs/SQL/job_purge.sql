-- Removes jobs that ended long ago, so many at once that no transaction becomes long.
-- $1 state · $2 ended before · $3 at most
DELETE FROM kit_job
 WHERE id IN (SELECT id FROM kit_job WHERE state = $1 AND state <> 'queued' AND updated_at < $2 ORDER BY updated_at LIMIT $3);
