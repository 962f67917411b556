-- Adds an asset whose file is in place.
-- $1 id · $2 kind · $3 sha256 · $4 path · $5 mime · $6 bytes
INSERT INTO reading_asset (id, kind, sha256, path, mime, bytes) VALUES ($1, $2, $3, $4, $5, $6);
