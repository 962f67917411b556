-- Frees a key that this run has reserved.
-- $1 caller · $2 key · $3 run
DELETE FROM kit_idempotency WHERE caller = $1 AND key = $2 AND run = $3 AND state = 'running';
