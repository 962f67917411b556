-- Gives a person a role; giving it again changes nothing.
-- $1 user_id · $2 role_id · $3 now · $4 assigned_by_type · $5 assigned_by_id
INSERT INTO hub_user_role_assignments (user_id, role_id, assigned_at, assigned_by_type, assigned_by_id)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (user_id, role_id) DO NOTHING;
