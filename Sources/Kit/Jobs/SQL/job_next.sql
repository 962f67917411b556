-- When something comes up next.
-- $1 kinds, each between commas
-- → run_at, null when nothing is queued
SELECT MIN(run_at) AS run_at FROM kit_job WHERE state = 'queued' AND $1 LIKE '%,' || kind || ',%';
