-- Adds an image whose renditions are in place.
-- $1 id · $2 sha256 · $3 stem · $4 hash8 · $5 extension · $6 bytes · $7 width · $8 height · $9 now
INSERT INTO reading_image (id, sha256, stem, hash8, extension, bytes, width, height, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);
