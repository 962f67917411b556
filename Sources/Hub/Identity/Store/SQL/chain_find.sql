-- A chain with the state of its session and of its person.
-- $1 chain id
-- → present_hash · previous_hash · present_sealed · idle_expires_at · application_id · session_id · amr · absolute_expires_at
--   revoked_at · revoked_reason · user_id · status · email · email_verified · test_mode
SELECT c.present_hash, c.previous_hash, c.present_sealed, c.idle_expires_at, c.application_id, c.session_id, s.amr,
       s.absolute_expires_at, s.revoked_at, s.revoked_reason, s.user_id, u.status, u.email, u.email_verified, u.test_mode
  FROM hub_refresh_chains c
  JOIN hub_sessions s ON s.id = c.session_id
  JOIN hub_users u ON u.id = s.user_id
 WHERE c.id = $1;
