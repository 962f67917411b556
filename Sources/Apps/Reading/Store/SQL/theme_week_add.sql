-- Adds one week.
-- $1 starts_at · $2 ends_at · $3 theme id · $4 header
INSERT INTO reading_theme_week (starts_at, ends_at, theme_id, header) VALUES ($1, $2, $3, $4);
