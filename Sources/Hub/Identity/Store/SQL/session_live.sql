-- A person's live sessions, newest first. The idle end is that of the session's own chain.
-- $1 user_id · $2 now
-- → id · user_id · amr · ip_address · user_agent · created_at · last_seen_at · absolute_expires_at · idle_expires_at
SELECT s.id, s.user_id, s.amr, s.ip_address, s.user_agent, s.created_at, s.last_seen_at, s.absolute_expires_at, c.idle_expires_at
  FROM hub_sessions s JOIN hub_refresh_chains c ON c.session_id = s.id AND c.application_id IS NULL
 WHERE s.user_id = $1 AND s.revoked_at IS NULL AND s.absolute_expires_at > $2 AND c.idle_expires_at > $2
 ORDER BY s.created_at DESC, s.id DESC;
