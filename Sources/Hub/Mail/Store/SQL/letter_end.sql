-- Ends a letter that was queued: handed over, skipped, or refused for good.
-- $1 id · $2 state · $3 error · $4 sent_at · $5 now
UPDATE hub_email_outbox
   SET state = $2, content = NULL, error = $3, sent_at = $4, attempts = attempts + 1, updated_at = $5
 WHERE id = $1 AND state = 'queued';
