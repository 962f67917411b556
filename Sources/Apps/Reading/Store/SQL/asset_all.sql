-- Every asset that is stored, with its file.
-- → sha256 · kind · path · mime
SELECT sha256, kind, path, mime FROM reading_asset;
