-- What signing in with a password needs of an address.
-- $1 email_key · $2 test_mode
-- → id · status · password_hash (null without a password)
SELECT u.id, u.status, i.password_hash
  FROM hub_users u LEFT JOIN hub_user_identities i ON i.user_id = u.id AND i.method = 'password'
 WHERE u.email_key = $1 AND u.test_mode = $2 AND u.deleted_at IS NULL;
