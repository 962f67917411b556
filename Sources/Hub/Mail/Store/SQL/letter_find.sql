-- One letter.
-- $1 id
-- → id · template · language · address · address_key · state · content · attempts · error · send_after · sent_at · created_at
SELECT id, template, language, address, address_key, state, content, attempts, error, send_after, sent_at, created_at
  FROM hub_email_outbox WHERE id = $1;
