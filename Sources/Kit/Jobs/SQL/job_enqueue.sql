-- Queues a job, unless its effect key was ever used by its kind.
-- $1 id · $2 kind · $3 effect_key · $4 payload · $5 run_at · $6 now → how many rows changed
INSERT INTO kit_job (id, kind, effect_key, payload, state, attempts, run_at, created_at, updated_at)
VALUES ($1, $2, $3, $4, 'queued', 0, $5, $6, $6)
ON CONFLICT (kind, effect_key) DO NOTHING;
