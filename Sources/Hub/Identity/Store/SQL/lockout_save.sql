-- Keeps how often an address was tried, before its password is looked at.
-- $1 address_hash · $2 tries · $3 first_at · $4 locked_until
INSERT INTO hub_lockouts (address_hash, tries, first_at, locked_until) VALUES ($1, $2, $3, $4)
ON CONFLICT (address_hash) DO UPDATE SET tries = $2, first_at = $3, locked_until = $4;
