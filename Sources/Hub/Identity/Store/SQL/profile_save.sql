-- Saves a changed profile, unless it was changed after it was read.
-- $1 user_id · $2 version that was read · $3 display_name · $4 avatar_url · $5 contact_email · $6 contact_phone · $7 now
-- → the new version; no row when the version has moved on
UPDATE hub_profiles
   SET display_name = $3, avatar_url = $4, contact_email = $5, contact_phone = $6, updated_at = $7, version = version + 1
 WHERE user_id = $1 AND version = $2
RETURNING version;
