-- The roles that a person holds.
-- $1 user_id
-- → role_id
SELECT role_id FROM hub_user_role_assignments WHERE user_id = $1 ORDER BY role_id;
