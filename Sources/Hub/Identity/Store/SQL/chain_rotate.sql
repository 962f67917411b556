-- Puts a successor in the place of the present token, unless another request did so first.
-- $1 id · $2 present_hash that was presented · $3 the successor's hash · $4 the successor, sealed · $5 idle_expires_at · $6 now
-- → how many rows changed: 0 when another request was first
UPDATE hub_refresh_chains
   SET previous_hash = $2, present_hash = $3, present_sealed = $4, idle_expires_at = $5, rotated_at = $6, rotations = rotations + 1
 WHERE id = $1 AND present_hash = $2;
