-- Ends the chains that an app has of a session: its code came back, so somebody else has it.
-- $1 session_id · $2 application_id
DELETE FROM hub_refresh_chains WHERE session_id = $1 AND application_id = $2;
