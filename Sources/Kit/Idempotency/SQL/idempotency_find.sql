-- What is known of a caller's key.
-- $1 caller · $2 key
-- → state · request_hash · started_at · status · answer · expires_at
SELECT state, request_hash, started_at, status, answer, expires_at FROM kit_idempotency WHERE caller = $1 AND key = $2;
