-- A person's ways in, without their secrets.
-- $1 user_id
-- → id · method · issuer · last_used_at · created_at · has_password
SELECT id, method, issuer, last_used_at, created_at, password_hash IS NOT NULL AS has_password
  FROM hub_user_identities WHERE user_id = $1 ORDER BY created_at, id;
