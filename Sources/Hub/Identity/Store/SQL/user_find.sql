-- One person, in whatever state.
-- $1 id
-- → the columns of a person
SELECT id, email, email_verified, pending_email, status, signup_application_id, test_mode, created_at, updated_at, last_login_at, version
  FROM hub_users WHERE id = $1;
