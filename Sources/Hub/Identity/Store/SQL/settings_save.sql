-- Saves changed settings, unless they were changed after they were read.
-- $1 user_id · $2 version that was read · $3 locale · $4 timezone · $5 theme · $6 notifications, a JSON object · $7 now
-- → the new version; no row when the version has moved on
UPDATE hub_settings
   SET locale = $3, timezone = $4, theme = $5, notifications = $6, updated_at = $7, version = version + 1
 WHERE user_id = $1 AND version = $2
RETURNING version;
