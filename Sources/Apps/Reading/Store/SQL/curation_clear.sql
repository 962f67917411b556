-- Empties the lists of curated items.
DELETE FROM reading_curation_item;
