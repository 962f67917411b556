-- What was done, by whom, to what. Rows are only added; only the archive and erasure jobs reduce one, with the maintenance row
-- set in their transaction. Hub spec §§10, 11. `digest` is over the row's content, for the chain of digests.
CREATE TABLE hub_audit_events (
  id TEXT NOT NULL PRIMARY KEY,
  action TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  target_user_id TEXT,
  application_id TEXT,
  organization_id TEXT,
  before_fields TEXT,
  after_fields TEXT,
  request_id TEXT,
  test_mode BOOLEAN NOT NULL,
  happened_at BIGINT NOT NULL,
  digest BYTEA NOT NULL
);
CREATE INDEX hub_audit_events_user ON hub_audit_events (target_user_id, happened_at, id);
CREATE INDEX hub_audit_events_application ON hub_audit_events (application_id, happened_at, id);
CREATE INDEX hub_audit_events_actor ON hub_audit_events (actor_id, happened_at, id);
CREATE INDEX hub_audit_events_target ON hub_audit_events (target_type, target_id, happened_at, id);
CREATE INDEX hub_audit_events_organization ON hub_audit_events (organization_id, happened_at, id);
CREATE INDEX hub_audit_events_time ON hub_audit_events (happened_at, id);

CREATE TABLE hub_audit_maintenance (purpose TEXT NOT NULL PRIMARY KEY);
CREATE TRIGGER hub_audit_events_keep BEFORE DELETE ON hub_audit_events
WHEN NOT EXISTS (SELECT 1 FROM hub_audit_maintenance)
BEGIN SELECT RAISE(ABORT, 'audit events are only added'); END;
CREATE TRIGGER hub_audit_events_fix BEFORE UPDATE ON hub_audit_events
WHEN NOT EXISTS (SELECT 1 FROM hub_audit_maintenance)
BEGIN SELECT RAISE(ABORT, 'audit events are only added'); END;
