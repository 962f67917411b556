-- Forgets every token of a person.
-- $1 user_id
DELETE FROM hub_auth_tokens WHERE user_id = $1;
