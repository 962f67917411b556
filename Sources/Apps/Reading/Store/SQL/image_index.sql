-- Every image by its content.
-- → id · sha256
SELECT id, sha256 FROM reading_image;
