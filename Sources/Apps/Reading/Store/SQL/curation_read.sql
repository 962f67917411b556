-- The lists' canonical source.
-- → digest · source_text
SELECT digest, source_text FROM reading_curation;
