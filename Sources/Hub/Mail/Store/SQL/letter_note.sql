-- Notes that an attempt failed; the letter stays queued.
-- $1 id · $2 error · $3 now
UPDATE hub_email_outbox SET error = $2, attempts = attempts + 1, updated_at = $3 WHERE id = $1 AND state = 'queued';
