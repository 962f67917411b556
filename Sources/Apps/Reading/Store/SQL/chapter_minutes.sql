-- Saves a chapter's read time.
-- $1 id · $2 minutes
UPDATE reading_journey_chapter SET read_time_minutes = $2 WHERE id = $1;
