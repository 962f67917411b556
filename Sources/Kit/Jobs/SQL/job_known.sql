-- Whether a kind's effect key was ever used.
-- $1 kind · $2 effect_key
-- → found
SELECT COUNT(*) AS found FROM kit_job WHERE kind = $1 AND effect_key = $2;
