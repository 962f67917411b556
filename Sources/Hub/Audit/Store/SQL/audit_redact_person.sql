-- Takes the fields out of every event about an erased person; the shape stays. Needs maintenance.
-- $1 target_user_id
UPDATE hub_audit_events SET before_fields = NULL, after_fields = NULL
 WHERE target_user_id = $1 AND (before_fields IS NOT NULL OR after_fields IS NOT NULL);
