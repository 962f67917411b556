-- The record of what was applied. It is made before any migration and belongs to none.
CREATE TABLE kit_migration (
  noun TEXT NOT NULL,
  number BIGINT NOT NULL,
  name TEXT NOT NULL,
  sha256 BYTEA NOT NULL,
  applied_at BIGINT NOT NULL,
  PRIMARY KEY (noun, number)
);
