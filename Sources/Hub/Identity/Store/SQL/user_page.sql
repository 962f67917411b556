-- A page of persons, newest first. A filter that is null lets everything through.
-- $1 test_mode · $2 created_at of the last one read · $3 its id · $4 status · $5 email_key · $6 prefix of address or name, lower case
-- $7 created after · $8 created before · $9 at most
-- → the columns of a person
SELECT u.id, u.email, u.email_verified, u.pending_email, u.status, u.signup_application_id, u.test_mode, u.created_at, u.updated_at, u.last_login_at, u.version
  FROM hub_users u LEFT JOIN hub_profiles p ON p.user_id = u.id
 WHERE u.test_mode = $1
   AND (u.created_at < $2 OR (u.created_at = $2 AND u.id < $3))
   AND ($4 = '' AND u.status <> 'deleted' OR u.status = $4)
   AND ($5 = '' OR u.email_key = $5)
   AND ($6 = '' OR substr(u.email_key, 1, length($6)) = $6 OR lower(substr(p.display_name, 1, length($6))) = $6)
   AND u.created_at > $7 AND u.created_at < $8
 ORDER BY u.created_at DESC, u.id DESC
 LIMIT $9;
