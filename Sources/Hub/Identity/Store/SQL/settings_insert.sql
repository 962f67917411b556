-- Adds a person's settings.
-- $1 user_id · $2 locale · $3 timezone · $4 theme · $5 notifications, a JSON object · $6 now
INSERT INTO hub_settings (user_id, locale, timezone, theme, notifications, updated_at, version)
VALUES ($1, $2, $3, $4, $5, $6, 1);
