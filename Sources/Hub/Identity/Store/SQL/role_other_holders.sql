-- How many active persons hold a role beside one.
-- $1 role_id · $2 user_id
-- → found
SELECT COUNT(*) AS found FROM hub_user_role_assignments a JOIN hub_users u ON u.id = a.user_id
 WHERE a.role_id = $1 AND u.status = 'active' AND u.test_mode = FALSE AND u.id <> $2;
