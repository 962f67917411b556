-- Saves a changed person, unless it was changed after it was read.
-- $1 id · $2 version that was read · $3 email · $4 email_key · $5 email_verified · $6 pending_email · $7 pending_email_key
-- $8 status · $9 deleted_at · $10 now
-- → the new version; no row when the version has moved on
UPDATE hub_users
   SET email = $3, email_key = $4, email_verified = $5, pending_email = $6, pending_email_key = $7, status = $8,
       deleted_at = $9, updated_at = $10, version = version + 1
 WHERE id = $1 AND version = $2
RETURNING version;
