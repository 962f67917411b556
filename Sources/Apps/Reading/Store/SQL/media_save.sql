-- Notes which content a path of the tree has.
-- $1 path · $2 sha256
INSERT INTO reading_media (path, sha256) VALUES ($1, $2) ON CONFLICT (path) DO UPDATE SET sha256 = $2;
