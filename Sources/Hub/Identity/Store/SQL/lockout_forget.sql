-- Forgets the tries at an address, after the right password or a reset.
-- $1 address_hash
DELETE FROM hub_lockouts WHERE address_hash = $1;
