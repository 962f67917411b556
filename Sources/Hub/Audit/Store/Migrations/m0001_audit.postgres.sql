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
CREATE FUNCTION hub_audit_events_refuse() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM hub_audit_maintenance) THEN
    RAISE EXCEPTION 'audit events are only added' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $body$;
CREATE TRIGGER hub_audit_events_keep BEFORE UPDATE OR DELETE ON hub_audit_events
  FOR EACH ROW EXECUTE FUNCTION hub_audit_events_refuse();
