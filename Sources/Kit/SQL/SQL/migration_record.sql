-- Notes that a migration was applied, in the transaction that applies it.
-- $1 noun · $2 number · $3 name · $4 sha256 · $5 now
INSERT INTO kit_migration (noun, number, name, sha256, applied_at) VALUES ($1, $2, $3, $4, $5);
