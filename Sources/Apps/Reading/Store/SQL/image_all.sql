-- Every image that is stored, with what names its files.
-- → sha256 · stem · hash8 · width · height
SELECT sha256, stem, hash8, width, height FROM reading_image;
