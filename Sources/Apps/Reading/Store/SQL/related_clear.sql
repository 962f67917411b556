-- Forgets what a journey is related to.
-- $1 journey id
DELETE FROM reading_journey_related WHERE journey_id = $1;
