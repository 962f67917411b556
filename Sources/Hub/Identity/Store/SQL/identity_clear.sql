-- Clears what an erased person could sign in with; the rows stay. Hub spec §7.5.
-- $1 user_id · $2 now
UPDATE hub_user_identities SET password_hash = NULL, issuer = NULL, external_subject_id = NULL, updated_at = $2
 WHERE user_id = $1;
