-- What may be claimed now, the longest due first.
-- $1 kinds, each between commas · $2 now · $3 at most
-- → id · kind · effect_key · payload · attempts · created_at
SELECT id, kind, effect_key, payload, attempts, created_at
  FROM kit_job WHERE state = 'queued' AND run_at <= $2 AND $1 LIKE '%,' || kind || ',%'
 ORDER BY run_at, id LIMIT $3;
