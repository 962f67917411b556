-- Reserves a key whose earlier row, if any, is over: the caller looked under the key's lock.
-- $1 caller · $2 key · $3 request_hash · $4 run · $5 now · $6 when the reservation runs out
INSERT INTO kit_idempotency (caller, key, state, request_hash, run, started_at, expires_at)
VALUES ($1, $2, 'running', $3, $4, $5, $6)
ON CONFLICT (caller, key) DO UPDATE
   SET state = 'running', request_hash = $3, run = $4, started_at = $5, status = NULL, answer = NULL, expires_at = $6;
