-- Puts a letter into the outbox.
-- $1 id · $2 template · $3 language · $4 address · $5 address_key · $6 state · $7 sealed content · $8 send_after · $9 now
INSERT INTO hub_email_outbox (id, template, language, address, address_key, state, content, attempts, send_after, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9, $9);
