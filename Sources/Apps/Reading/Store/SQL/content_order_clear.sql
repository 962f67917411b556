-- Takes a chapter's place in its book away, so that two chapters can change places.
-- $1 id
UPDATE reading_content SET order_in_source = NULL WHERE id = $1;
