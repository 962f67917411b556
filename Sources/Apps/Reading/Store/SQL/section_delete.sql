-- Takes a section out of its chapter.
-- $1 id
DELETE FROM reading_journey_section WHERE id = $1;
