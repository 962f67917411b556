-- Sets the password of a person who has the row for it.
-- $1 user_id · $2 password_hash · $3 now
-- → how many rows changed: 0 without the row
UPDATE hub_user_identities SET password_hash = $2, updated_at = $3 WHERE user_id = $1 AND method = 'password';
