-- Notes when a session was seen last; never earlier than it is known.
-- $1 id · $2 when
UPDATE hub_sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2;
