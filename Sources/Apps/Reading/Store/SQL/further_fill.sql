-- Live pieces that may fill up Further Reading: not in its list, and not shown in today's What's New.
-- $1 from · $2 to · $3 how many What's New shows
-- → id
SELECT c.id FROM reading_content c
 WHERE c.status = 'live'
   AND c.id NOT IN (SELECT target_id FROM reading_curation_item WHERE list = 'further_reading')
   AND c.id NOT IN (SELECT n.id FROM reading_content n
                     WHERE n.status = 'live' AND n.listed_at >= $1 AND n.listed_at <= $2
                     ORDER BY n.listed_at DESC, n.id DESC LIMIT $3)
 ORDER BY c.id;
