-- Every migration that was applied.
-- → noun · number · name · sha256
SELECT noun, number, name, sha256 FROM kit_migration ORDER BY noun, number;
