-- The numbers of live pieces that may fill Further Reading: not in its list, and not new.
-- $1 listed from · $2 listed to
-- → id
SELECT c.id FROM reading_content c
 WHERE c.status = 'live' AND (c.listed_at IS NULL OR c.listed_at < $1 OR c.listed_at > $2)
   AND c.id NOT IN (SELECT target_id FROM reading_curation_item WHERE list = 'further_reading')
 ORDER BY c.id;
