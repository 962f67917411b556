-- One row for each key a caller has used in the last day. A row `running` is a reservation that was committed on its own, for
-- work that is done in several transactions; what is done in one needs none. The answer is sealed: some hold a secret that is
-- shown once. Hub spec §2.8.
CREATE TABLE kit_idempotency (
  caller TEXT NOT NULL,
  key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'answered')),
  request_hash BYTEA NOT NULL,
  run BYTEA NOT NULL,
  started_at BIGINT NOT NULL,
  status BIGINT,
  answer BYTEA,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (caller, key),
  CHECK ((state = 'answered') = (answer IS NOT NULL AND status IS NOT NULL))
);
CREATE INDEX kit_idempotency_expires ON kit_idempotency (expires_at);
