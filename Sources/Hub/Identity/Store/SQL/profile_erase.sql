-- Forgets a person's profile.
-- $1 user_id
DELETE FROM hub_profiles WHERE user_id = $1;
