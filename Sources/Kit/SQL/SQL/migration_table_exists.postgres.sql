-- Whether any migration was ever applied here.
-- → found
SELECT COUNT(*) AS found FROM pg_class WHERE relname = 'kit_migration' AND relnamespace = CAST(current_schema() AS regnamespace);
