-- Work to be done after a commit. A job is claimed by moving `run_at` to the end of its lease, so that one that nobody renews
-- comes up again by itself; `lease` says whose it is meanwhile. Rows that are done stay for a while, and with them the promise
-- that one effect key is one job. Design §6.
CREATE TABLE kit_job (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  effect_key TEXT NOT NULL,
  payload BYTEA NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'done', 'poisoned')),
  attempts BIGINT NOT NULL CHECK (attempts >= 0),
  run_at BIGINT NOT NULL,
  lease BYTEA,
  error TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (kind, effect_key),
  CHECK (lease IS NULL OR state = 'queued')
);
CREATE INDEX kit_job_due ON kit_job (run_at, id) WHERE state = 'queued';
CREATE INDEX kit_job_ended ON kit_job (state, updated_at) WHERE state <> 'queued';
