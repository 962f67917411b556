-- Marks an address at which there is nobody.
-- $1 address_key · $2 reason · $3 now
INSERT INTO hub_email_undeliverable (address_key, reason, marked_at) VALUES ($1, $2, $3)
ON CONFLICT (address_key) DO UPDATE SET reason = $2, marked_at = $3;
