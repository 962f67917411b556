-- Notes that the password was used.
-- $1 user_id · $2 now
UPDATE hub_user_identities SET last_used_at = $2 WHERE user_id = $1 AND method = 'password';
