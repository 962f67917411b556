-- Voids every unused token of a person.
-- $1 user_id · $2 now
UPDATE hub_auth_tokens SET consumed_at = $2 WHERE user_id = $1 AND consumed_at IS NULL;
