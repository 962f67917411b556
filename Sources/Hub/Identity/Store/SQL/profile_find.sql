-- A person's profile.
-- $1 user_id
-- → display_name · avatar_url · contact_email · contact_phone · updated_at · version
SELECT display_name, avatar_url, contact_email, contact_phone, updated_at, version FROM hub_profiles WHERE user_id = $1;
