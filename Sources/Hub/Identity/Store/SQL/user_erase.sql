-- Takes the addresses off an erased person; the row stays, so that what points at it still does.
-- $1 id · $2 the address that is left · $3 now
UPDATE hub_users
   SET email = $2, email_key = $2, email_verified = FALSE, pending_email = NULL, pending_email_key = NULL, last_login_at = NULL,
       updated_at = $3, version = version + 1
 WHERE id = $1 AND status = 'deleted';
