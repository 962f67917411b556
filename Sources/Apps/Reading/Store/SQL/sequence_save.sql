-- Saves the last id that was given out under a name; never goes back.
-- $1 name · $2 last id
INSERT INTO reading_sequence (name, last_id) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET last_id = CASE WHEN reading_sequence.last_id > $2 THEN reading_sequence.last_id ELSE $2 END;
