-- Forgets sessions that ended 30 days ago, with their chains.
-- $1 30 days ago · $2 at most
DELETE FROM hub_sessions
 WHERE id IN (SELECT id FROM hub_sessions WHERE absolute_expires_at < $1 OR revoked_at < $1 LIMIT $2);
