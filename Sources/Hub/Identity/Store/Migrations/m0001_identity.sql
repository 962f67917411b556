-- Accounts, ways in, sessions and what is proved with them. Hub spec §10. Addresses are kept as typed and compared by their key.
CREATE TABLE hub_users (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  email_verified BOOLEAN NOT NULL,
  pending_email TEXT,
  pending_email_key TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'invited', 'suspended', 'deleted')),
  signup_application_id TEXT,
  last_login_at BIGINT,
  deleted_at BIGINT,
  test_mode BOOLEAN NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  CHECK ((status = 'deleted') = (deleted_at IS NOT NULL)),
  CHECK ((pending_email IS NULL) = (pending_email_key IS NULL))
);
CREATE UNIQUE INDEX hub_users_email ON hub_users (email_key, test_mode) WHERE deleted_at IS NULL;
CREATE INDEX hub_users_created ON hub_users (test_mode, created_at, id);

-- One row for each way in. A password's row has no hash until the person has set one. Hub spec §1 (D27).
CREATE TABLE hub_user_identities (
  id TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES hub_users (id),
  method TEXT NOT NULL CHECK (method IN ('password', 'sso')),
  password_hash TEXT,
  issuer TEXT,
  external_subject_id TEXT,
  last_used_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  CHECK (method = 'sso' OR (issuer IS NULL AND external_subject_id IS NULL)),
  CHECK (method = 'password' OR password_hash IS NULL)
);
CREATE INDEX hub_user_identities_user ON hub_user_identities (user_id);
CREATE UNIQUE INDEX hub_user_identities_password ON hub_user_identities (user_id) WHERE method = 'password';
CREATE UNIQUE INDEX hub_user_identities_subject ON hub_user_identities (issuer, external_subject_id)
  WHERE external_subject_id IS NOT NULL;

CREATE TABLE hub_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES hub_users (id),
  amr TEXT NOT NULL,
  ip_address TEXT,
  user_agent TEXT,
  created_at BIGINT NOT NULL,
  authenticated_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  absolute_expires_at BIGINT NOT NULL,
  revoked_at BIGINT,
  revoked_reason TEXT,
  CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL))
);
CREATE INDEX hub_sessions_live ON hub_sessions (user_id, created_at) WHERE revoked_at IS NULL;

-- One row for each chain of refresh tokens: the platform's own of a session (no application), and one for each hosted sign-in.
-- The present token is kept sealed beside its hash, so that a client whose answer was lost can be told it again.
CREATE TABLE hub_refresh_chains (
  id BYTEA NOT NULL PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES hub_sessions (id) ON DELETE CASCADE,
  application_id TEXT,
  present_hash BYTEA NOT NULL,
  previous_hash BYTEA,
  present_sealed BYTEA NOT NULL,
  rotations BIGINT NOT NULL,
  idle_expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  rotated_at BIGINT
);
CREATE INDEX hub_refresh_chains_session ON hub_refresh_chains (session_id);

CREATE TABLE hub_auth_tokens (
  token_hash BYTEA NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  user_id TEXT REFERENCES hub_users (id),
  subject TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  consumed_at BIGINT
);
CREATE INDEX hub_auth_tokens_live ON hub_auth_tokens (user_id, kind) WHERE consumed_at IS NULL;
CREATE INDEX hub_auth_tokens_expires ON hub_auth_tokens (expires_at);

-- Tries at a password by address, known or not, so the address itself is not kept. Hub spec §19.
CREATE TABLE hub_lockouts (
  address_hash BYTEA NOT NULL PRIMARY KEY,
  tries BIGINT NOT NULL,
  first_at BIGINT NOT NULL,
  locked_until BIGINT
);
CREATE INDEX hub_lockouts_first ON hub_lockouts (first_at);

CREATE TABLE hub_signing_keys (
  kid TEXT NOT NULL PRIMARY KEY,
  public_der BYTEA NOT NULL,
  private_sealed BYTEA NOT NULL,
  publish_at BIGINT NOT NULL,
  active_at BIGINT NOT NULL,
  retire_at BIGINT NOT NULL,
  remove_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE hub_profiles (
  user_id TEXT NOT NULL PRIMARY KEY REFERENCES hub_users (id),
  display_name TEXT NOT NULL,
  avatar_url TEXT,
  contact_email TEXT,
  contact_phone TEXT,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL
);

CREATE TABLE hub_settings (
  user_id TEXT NOT NULL PRIMARY KEY REFERENCES hub_users (id),
  locale TEXT NOT NULL,
  timezone TEXT NOT NULL,
  theme TEXT NOT NULL CHECK (theme IN ('light', 'dark', 'system')),
  notifications TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL
);

CREATE TABLE hub_roles (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  scope TEXT NOT NULL,
  description TEXT NOT NULL,
  permissions TEXT NOT NULL,
  seed BOOLEAN NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  UNIQUE (scope, name)
);

CREATE TABLE hub_user_role_assignments (
  user_id TEXT NOT NULL REFERENCES hub_users (id),
  role_id TEXT NOT NULL REFERENCES hub_roles (id),
  application_id TEXT,
  assigned_at BIGINT NOT NULL,
  assigned_by_type TEXT NOT NULL,
  assigned_by_id TEXT,
  PRIMARY KEY (user_id, role_id)
);
CREATE INDEX hub_user_role_assignments_role ON hub_user_role_assignments (role_id);

CREATE TABLE hub_erasure_requests (
  user_id TEXT NOT NULL PRIMARY KEY REFERENCES hub_users (id),
  requested_by_type TEXT NOT NULL,
  requested_by_id TEXT,
  reason TEXT,
  requested_at BIGINT NOT NULL,
  scheduled_for BIGINT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('scheduled', 'cancelled', 'completed')),
  steps_done BIGINT NOT NULL,
  completed_at BIGINT,
  receipt TEXT
);
CREATE INDEX hub_erasure_requests_due ON hub_erasure_requests (scheduled_for) WHERE status = 'scheduled';

INSERT INTO hub_roles (id, name, scope, description, permissions, seed, created_at, updated_at, version) VALUES
  ('role_platform_superadmin', 'superadmin', 'platform', 'May do everything.',
   'api_keys.manage applications.manage audit.view billing.manage billing.refund entitlements.manage notifications.send organizations.manage roles.manage users.list users.manage webhooks.manage',
   TRUE, 0, 0, 1),
  ('role_platform_support', 'support', 'platform', 'Helps people with their access.',
   'audit.view billing.manage entitlements.manage notifications.send users.list', TRUE, 0, 0, 1),
  ('role_platform_billing_admin', 'billing_admin', 'platform', 'Looks after what is paid.',
   'audit.view billing.manage billing.refund users.list', TRUE, 0, 0, 1),
  ('role_platform_member', 'member', 'platform', 'What every person is.', '', TRUE, 0, 0, 1);
