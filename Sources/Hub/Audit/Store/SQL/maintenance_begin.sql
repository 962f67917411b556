-- Lets this transaction reduce events. It is taken away again before the commit.
INSERT INTO hub_audit_maintenance (purpose) VALUES ('job');
