-- Forgets every session of a person, with their chains.
-- $1 user_id
DELETE FROM hub_sessions WHERE user_id = $1;
