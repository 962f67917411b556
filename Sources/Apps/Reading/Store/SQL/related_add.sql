-- Adds one related journey.
-- $1 journey id · $2 related id · $3 position
INSERT INTO reading_journey_related (journey_id, related_id, position) VALUES ($1, $2, $3);
