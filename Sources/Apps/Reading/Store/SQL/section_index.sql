-- The sections of every chapter, in short.
-- → id · chapter_id · uid
SELECT id, chapter_id, uid FROM reading_journey_section;
