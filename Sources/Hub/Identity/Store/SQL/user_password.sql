-- A person's password.
-- $1 user_id
-- → password_hash (null when none was set); no row when the person never could have one
SELECT password_hash FROM hub_user_identities WHERE user_id = $1 AND method = 'password';
