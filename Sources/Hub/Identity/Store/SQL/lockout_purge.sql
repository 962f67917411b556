-- Forgets tries that no rule asks for any more.
-- $1 an hour ago · $2 at most
DELETE FROM hub_lockouts
 WHERE address_hash IN (SELECT address_hash FROM hub_lockouts WHERE first_at < $1 ORDER BY first_at LIMIT $2);
