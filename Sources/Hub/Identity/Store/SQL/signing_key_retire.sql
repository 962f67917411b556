-- Lets every key that signs retire now, so that another takes its place at once.
-- $1 now · $2 until when they are shown
UPDATE hub_signing_keys SET retire_at = $1, remove_at = $2 WHERE retire_at > $1;
