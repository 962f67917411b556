-- Voids the unused tokens of a kind that a person has for a subject. Hub spec §§3.1, 19.
-- $1 user_id · $2 kind · $3 subject · $4 now
UPDATE hub_auth_tokens SET consumed_at = $4 WHERE user_id = $1 AND kind = $2 AND subject = $3 AND consumed_at IS NULL;
