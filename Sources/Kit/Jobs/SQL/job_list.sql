-- Jobs in one state, the latest first.
-- $1 state · $2 at most
-- → id · kind · effect_key · attempts · run_at · is_leased · error · created_at · updated_at
SELECT id, kind, effect_key, attempts, run_at, lease IS NOT NULL AS is_leased, error, created_at, updated_at
  FROM kit_job WHERE state = $1 ORDER BY updated_at DESC, id DESC LIMIT $2;
