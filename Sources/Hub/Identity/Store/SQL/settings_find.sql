-- A person's settings.
-- $1 user_id
-- → locale · timezone · theme · notifications · updated_at · version
SELECT locale, timezone, theme, notifications, updated_at, version FROM hub_settings WHERE user_id = $1;
