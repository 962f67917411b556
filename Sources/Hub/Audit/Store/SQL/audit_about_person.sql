-- What was done to a person, newest first.
-- $1 target_user_id · $2 at most
-- → id · action · actor_type · actor_id · target_type · target_id · before_fields · after_fields · request_id · happened_at
SELECT id, action, actor_type, actor_id, target_type, target_id, before_fields, after_fields, request_id, happened_at
  FROM hub_audit_events
 WHERE target_user_id = $1
 ORDER BY happened_at DESC, id DESC
 LIMIT $2;
