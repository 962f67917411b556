-- Empties the Featured Themes list.
DELETE FROM reading_featured_theme;
