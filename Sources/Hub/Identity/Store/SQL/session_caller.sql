-- Who bears a session, and what their platform roles allow: a row for each role beyond that of every person, one without.
-- $1 session id
-- → user_id · status · email_verified · test_mode · amr · authenticated_at · last_seen_at · absolute_expires_at · revoked_at
--   revoked_reason · permissions (null without such a role)
SELECT s.user_id, u.status, u.email_verified, u.test_mode, s.amr, s.authenticated_at, s.last_seen_at, s.absolute_expires_at,
       s.revoked_at, s.revoked_reason, r.permissions
  FROM hub_sessions s
  JOIN hub_users u ON u.id = s.user_id
  LEFT JOIN hub_user_role_assignments a
         ON a.user_id = s.user_id AND a.application_id IS NULL AND a.role_id <> 'role_platform_member'
  LEFT JOIN hub_roles r ON r.id = a.role_id
 WHERE s.id = $1;
