-- The persons who hold a role, deleted ones left out.
-- $1 role_id
-- → the columns of a person
SELECT u.id, u.email, u.email_verified, u.pending_email, u.status, u.signup_application_id, u.test_mode, u.created_at, u.updated_at, u.last_login_at, u.version
  FROM hub_user_role_assignments a JOIN hub_users u ON u.id = a.user_id
 WHERE a.role_id = $1 AND u.deleted_at IS NULL
 ORDER BY a.assigned_at, u.id;
