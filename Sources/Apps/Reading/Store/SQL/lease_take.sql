-- Takes a lease, or keeps one's own. → how many rows changed: 0 when somebody else holds it.
-- $1 name · $2 holder · $3 until · $4 now
INSERT INTO reading_lease (name, holder, expires_at) VALUES ($1, $2, $3)
ON CONFLICT (name) DO UPDATE SET holder = $2, expires_at = $3
    -- Later by a minute than ours would be: whoever took it had another clock, or its clock went back since.
 WHERE reading_lease.holder = $2 OR reading_lease.expires_at <= $4 OR reading_lease.expires_at > $3 + 60000000;
