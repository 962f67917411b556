-- The person who has an address; nobody who is deleted has one.
-- $1 email_key · $2 test_mode
-- → the columns of a person
SELECT id, email, email_verified, pending_email, status, signup_application_id, test_mode, created_at, updated_at, last_login_at, version
  FROM hub_users WHERE email_key = $1 AND test_mode = $2 AND deleted_at IS NULL;
