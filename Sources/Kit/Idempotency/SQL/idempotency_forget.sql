-- Forgets every key of a caller.
-- $1 caller
DELETE FROM kit_idempotency WHERE caller = $1;
