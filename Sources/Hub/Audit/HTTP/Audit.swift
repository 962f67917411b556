import AuditRules
