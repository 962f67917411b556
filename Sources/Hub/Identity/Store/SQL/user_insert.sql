-- Adds a person.
-- $1 id · $2 email · $3 email_key · $4 email_verified · $5 status · $6 signup_application_id · $7 test_mode · $8 now
INSERT INTO hub_users (id, email, email_key, email_verified, status, signup_application_id, test_mode, created_at, updated_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, 1);
