-- Forgets what was written to an address, but for what has yet to be sent.
-- $1 address_key
DELETE FROM hub_email_outbox WHERE address_key = $1 AND state <> 'queued';
