-- Removes letters of long ago, so many at once that no transaction becomes long.
-- $1 created before · $2 at most
DELETE FROM hub_email_outbox WHERE id IN (SELECT id FROM hub_email_outbox WHERE created_at < $1 ORDER BY created_at, id LIMIT $2);
