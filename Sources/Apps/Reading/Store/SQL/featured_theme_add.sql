-- Adds one theme to the list.
-- $1 position · $2 theme id
INSERT INTO reading_featured_theme (position, theme_id) VALUES ($1, $2);
