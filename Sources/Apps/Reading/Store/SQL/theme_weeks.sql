-- Every Theme of the Week row.
-- → theme_id · starts_at · ends_at · header
SELECT theme_id, starts_at, ends_at, header FROM reading_theme_week;
