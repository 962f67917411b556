-- Every slug that was given up: no other object may have it.
-- → type · old_slug
SELECT type, old_slug FROM reading_slug_history;
