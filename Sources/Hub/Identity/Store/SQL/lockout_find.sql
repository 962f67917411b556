-- Tries at an address.
-- $1 address_hash
-- → tries · first_at · locked_until
SELECT tries, first_at, locked_until FROM hub_lockouts WHERE address_hash = $1;
