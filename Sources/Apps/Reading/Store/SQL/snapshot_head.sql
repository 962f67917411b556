-- The generation, and when time alone next changes what is live.
-- $1 now
-- → generation · next_at
SELECT generation,
       (SELECT MIN(at) FROM (
          SELECT MIN(go_live_at) AS at FROM reading_content WHERE go_live_at > $1 AND status <> 'live' UNION ALL
          SELECT MIN(expire_at) FROM reading_content WHERE expire_at > $1 UNION ALL
          SELECT MIN(go_live_at) FROM reading_journey_chapter WHERE go_live_at > $1 AND status <> 'live' UNION ALL
          SELECT MIN(expire_at) FROM reading_journey_chapter WHERE expire_at > $1 UNION ALL
          SELECT MIN(go_live_at) FROM reading_journey WHERE go_live_at > $1 AND status <> 'live' UNION ALL
          SELECT MIN(expire_at) FROM reading_journey WHERE expire_at > $1 UNION ALL
          SELECT MIN(go_live_at) FROM reading_book WHERE go_live_at > $1 AND status <> 'live' UNION ALL
          SELECT MIN(expire_at) FROM reading_book WHERE expire_at > $1 UNION ALL
          SELECT MIN(go_live_at) FROM reading_theme WHERE go_live_at > $1 AND status <> 'live' UNION ALL
          SELECT MIN(expire_at) FROM reading_theme WHERE expire_at > $1) AS due) AS next_at
  FROM reading_generation;
