-- Saves the lists' canonical source.
-- $1 digest · $2 source_text
INSERT INTO reading_curation (only_row, digest, source_text) VALUES (1, $1, $2)
ON CONFLICT (only_row) DO UPDATE SET digest = $1, source_text = $2;
