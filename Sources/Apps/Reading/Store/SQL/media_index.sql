-- Which content each path of the tree had last.
-- → path · sha256
SELECT path, sha256 FROM reading_media ORDER BY path;
