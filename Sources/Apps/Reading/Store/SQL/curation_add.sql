-- Adds one item to a list.
-- $1 list · $2 position · $3 kind · $4 id · $5 starts_at · $6 ends_at
INSERT INTO reading_curation_item (list, position, target_kind, target_id, starts_at, ends_at) VALUES ($1, $2, $3, $4, $5, $6);
