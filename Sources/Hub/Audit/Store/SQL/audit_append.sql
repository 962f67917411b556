-- Adds one event.
-- $1 id · $2 action · $3 actor_type · $4 actor_id · $5 target_type · $6 target_id · $7 target_user_id · $8 application_id
-- $9 organization_id · $10 before_fields · $11 after_fields · $12 request_id · $13 test_mode · $14 happened_at · $15 digest
INSERT INTO hub_audit_events (id, action, actor_type, actor_id, target_type, target_id, target_user_id, application_id,
                              organization_id, before_fields, after_fields, request_id, test_mode, happened_at, digest)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);
