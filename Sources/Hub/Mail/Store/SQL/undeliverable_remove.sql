-- Lets letters go to an address again: its owner has confirmed it, or is forgotten.
-- $1 address_key
DELETE FROM hub_email_undeliverable WHERE address_key = $1;
