-- Notes the day on which a key was last used.
-- $1 id · $2 day
UPDATE reading_api_key SET last_used_on = $2 WHERE id = $1 AND (last_used_on IS NULL OR last_used_on < $2);
