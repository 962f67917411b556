-- Adds a person's profile.
-- $1 user_id · $2 display_name · $3 now
INSERT INTO hub_profiles (user_id, display_name, updated_at, version) VALUES ($1, $2, $3, 1);
