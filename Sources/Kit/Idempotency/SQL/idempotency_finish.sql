-- Stores an answer: over nothing, over a row that is over, or over this run's own reservation.
-- $1 caller · $2 key · $3 request_hash · $4 run · $5 now · $6 status · $7 sealed answer · $8 when it is forgotten
-- → how many rows changed: 0 when another run has the key
INSERT INTO kit_idempotency (caller, key, state, request_hash, run, started_at, status, answer, expires_at)
VALUES ($1, $2, 'answered', $3, $4, $5, $6, $7, $8)
ON CONFLICT (caller, key) DO UPDATE
   SET state = 'answered', request_hash = $3, run = $4, started_at = $5, status = $6, answer = $7, expires_at = $8
 WHERE (kit_idempotency.state = 'running' AND kit_idempotency.run = $4)
    OR (kit_idempotency.state = 'answered' AND kit_idempotency.expires_at <= $5)
    OR (kit_idempotency.state = 'running'
        AND (kit_idempotency.expires_at <= $5 OR kit_idempotency.started_at > $5));
