-- What every chapter's texts and its live embedded pieces amount to.
-- → id · own_words · own_cjk · words · cjk · read_time_override · read_time_minutes
SELECT c.id, c.word_count AS own_words, c.cjk_count AS own_cjk, COALESCE(SUM(p.word_count), 0) AS words,
       COALESCE(SUM(p.cjk_count), 0) AS cjk, c.read_time_override, c.read_time_minutes
  FROM reading_journey_chapter c
  LEFT JOIN reading_journey_section s ON s.chapter_id = c.id AND s.type = 'content'
  LEFT JOIN reading_content p ON p.id = s.content_id AND p.status = 'live'
 GROUP BY c.id, c.word_count, c.cjk_count, c.read_time_override, c.read_time_minutes;
