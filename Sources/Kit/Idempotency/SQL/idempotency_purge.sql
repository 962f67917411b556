-- Removes keys whose time is over, oldest first, so many at once that no transaction becomes long.
-- $1 now · $2 at most
DELETE FROM kit_idempotency
 WHERE (caller, key) IN (SELECT caller, key FROM kit_idempotency WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2);
