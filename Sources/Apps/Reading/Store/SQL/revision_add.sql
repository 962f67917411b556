-- Keeps one state of an object under the next number.
-- $1 type · $2 id · $3 now · $4 source · $5 sha256 · $6 payload
INSERT INTO reading_revision (object_type, object_id, number, created_at, source, sha256, payload)
VALUES ($1, $2, (SELECT COALESCE(MAX(number), 0) + 1 FROM reading_revision WHERE object_type = $1 AND object_id = $2), $3, $4, $5, $6);
