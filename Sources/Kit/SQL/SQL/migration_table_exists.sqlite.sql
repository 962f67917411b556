-- Whether any migration was ever applied here.
-- → found
SELECT COUNT(*) AS found FROM sqlite_master WHERE type = 'table' AND name = 'kit_migration';
