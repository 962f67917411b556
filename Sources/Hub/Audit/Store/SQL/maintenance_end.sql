-- Ends what maintenance_begin began.
DELETE FROM hub_audit_maintenance;
