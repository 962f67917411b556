-- Every asset by its content.
-- → id · kind · sha256
SELECT id, kind, sha256 FROM reading_asset;
