-- Queues a periodic job's run, unless this period has had one or an earlier run has not ended.
-- $1 id · $2 kind · $3 effect_key · $4 now → how many rows changed
INSERT INTO kit_job (id, kind, effect_key, payload, state, attempts, run_at, created_at, updated_at)
SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), $5, 'queued', 0, CAST($4 AS BIGINT), CAST($4 AS BIGINT), CAST($4 AS BIGINT)
 WHERE NOT EXISTS (SELECT 1 FROM kit_job WHERE kind = $2 AND state = 'queued')
ON CONFLICT (kind, effect_key) DO NOTHING;
