-- Why nothing is sent to an address.
-- $1 address_key
-- → reason
SELECT reason FROM hub_email_undeliverable WHERE address_key = $1;
