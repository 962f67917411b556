-- Gives up a job that was set aside; its effect key stays used.
-- $1 id · $2 nothing, as bytes · $3 now → how many rows changed
UPDATE kit_job SET state = 'done', payload = $2, updated_at = $3 WHERE id = $1 AND state = 'poisoned';
