-- Empties the plan of theme weeks.
DELETE FROM reading_theme_week;
