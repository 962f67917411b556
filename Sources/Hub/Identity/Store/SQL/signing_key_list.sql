-- Every key that is not forgotten, in the order in which they sign.
-- $1 now
-- → kid · public_der · private_sealed · publish_at · active_at · retire_at · remove_at
SELECT kid, public_der, private_sealed, publish_at, active_at, retire_at, remove_at
  FROM hub_signing_keys WHERE remove_at > $1 ORDER BY active_at, kid;
