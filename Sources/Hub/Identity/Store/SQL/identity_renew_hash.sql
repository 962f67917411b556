-- Replaces a hash by one of the same password with today's parameters, unless the password was changed meanwhile.
-- $1 user_id · $2 the hash that was verified · $3 the new one
UPDATE hub_user_identities SET password_hash = $3 WHERE user_id = $1 AND method = 'password' AND password_hash = $2;
