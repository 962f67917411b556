-- Every key, the newest first.
-- → id · label · created_at · revoked_at · last_used_on
SELECT id, label, created_at, revoked_at, last_used_on FROM reading_api_key ORDER BY id DESC;
