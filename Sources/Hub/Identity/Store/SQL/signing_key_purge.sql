-- Forgets keys that are shown no more.
-- $1 now
DELETE FROM hub_signing_keys WHERE remove_at <= $1;
