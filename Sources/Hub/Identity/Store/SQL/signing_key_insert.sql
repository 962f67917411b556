-- Adds a signing key.
-- $1 kid · $2 public_der · $3 private_sealed · $4 publish_at · $5 active_at · $6 retire_at · $7 remove_at · $8 now
INSERT INTO hub_signing_keys (kid, public_der, private_sealed, publish_at, active_at, retire_at, remove_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);
