-- The last id that was given out under a name.
-- $1 name
-- → last_id
SELECT last_id FROM reading_sequence WHERE name = $1;
