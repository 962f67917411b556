-- Letters before a place, the latest first.
-- $1 created_at and $2 id of the last one seen · $3 at most
-- → id · template · language · address · address_key · state · content · attempts · error · send_after · sent_at · created_at
SELECT id, template, language, address, address_key, state, content, attempts, error, send_after, sent_at, created_at
  FROM hub_email_outbox WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3;
