-- The hashes of the keys that are in force.
-- → id · key_sha256
SELECT id, key_sha256 FROM reading_api_key WHERE revoked_at IS NULL;
