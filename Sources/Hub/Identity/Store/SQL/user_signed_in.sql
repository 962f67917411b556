-- Notes a sign-in of a person who is active; holds the row, so that who suspends them comes before or after.
-- $1 id · $2 now
-- → how many rows changed: 0 when the person is not active
UPDATE hub_users SET last_login_at = $2 WHERE id = $1 AND status = 'active';
