CREATE VIEW reading_live_journey AS
  SELECT j.id, j.slug, j.name, j.name_sort, j.editorial_framing, j.colour, j.position, j.first_published_at, t.id AS live_theme_id,
         ia.path AS icon_path, ea.path AS emblem_path,
         (SELECT COUNT(*) FROM reading_journey_chapter c WHERE c.journey_id = j.id AND c.status = 'live') AS chapters_count
    FROM reading_journey j
    LEFT JOIN reading_theme t ON t.id = j.theme_id AND t.status = 'live'
    LEFT JOIN reading_asset ia ON ia.id = j.icon_asset_id
    LEFT JOIN reading_asset ea ON ea.id = j.emblem_asset_id
   WHERE j.status = 'live';
CREATE VIEW reading_live_piece AS
  SELECT c.id, c.kind, c.slug, c.title, c.supporting_line, c.body, c.interpretation, c.quote, c.original_date, c.recipient,
         c.author, c.subtitle, c.publication_date, c.order_in_source, c.reflection_prompt, c.read_time_minutes, c.listed_at,
         c.first_published_at, c.image_alt,
         i.stem AS image_stem, i.hash8 AS image_hash8, i.width AS image_width, i.height AS image_height, i.focal_x, i.focal_y,
         a.path AS audio_path, COALESCE(t.id, bt.id) AS resolved_theme_id,
         c.source_kind, COALESCE(b.id, s.id) AS live_source_id, COALESCE(b.slug, s.slug) AS source_slug,
         COALESCE(b.title, s.title) AS source_title, b.publication_year AS source_year, b.synopsis AS source_synopsis,
         COALESCE(bi.stem, si.stem) AS cover_stem, COALESCE(bi.hash8, si.hash8) AS cover_hash8,
         COALESCE(bi.width, si.width) AS cover_width, COALESCE(bi.height, si.height) AS cover_height
    FROM reading_content c
    LEFT JOIN reading_image i ON i.id = c.image_id
    LEFT JOIN reading_asset a ON a.id = c.audio_asset_id
    LEFT JOIN reading_theme t ON t.id = c.theme_id AND t.status = 'live'
    LEFT JOIN reading_book b ON c.source_kind = 'book' AND b.id = c.source_id AND b.status = 'live'
    LEFT JOIN reading_theme bt ON bt.id = b.theme_id AND bt.status = 'live'
    LEFT JOIN reading_image bi ON bi.id = b.cover_image_id
    LEFT JOIN reading_content s ON c.source_kind <> 'book' AND s.id = c.source_id AND s.kind = c.source_kind AND s.status = 'live'
    LEFT JOIN reading_image si ON si.id = s.image_id
   WHERE c.status = 'live';
CREATE TRIGGER hub_audit_events_fix BEFORE UPDATE ON hub_audit_events
WHEN NOT EXISTS (SELECT 1 FROM hub_audit_maintenance)
BEGIN SELECT RAISE(ABORT, 'audit events are only added'); END;
CREATE TRIGGER hub_audit_events_keep BEFORE DELETE ON hub_audit_events
WHEN NOT EXISTS (SELECT 1 FROM hub_audit_maintenance)
BEGIN SELECT RAISE(ABORT, 'audit events are only added'); END;
CREATE TABLE hub_audit_events (
  id TEXT NOT NULL PRIMARY KEY,
  action TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  target_user_id TEXT,
  application_id TEXT,
  organization_id TEXT,
  before_fields TEXT,
  after_fields TEXT,
  request_id TEXT,
  test_mode BOOLEAN NOT NULL,
  happened_at BIGINT NOT NULL,
  digest BYTEA NOT NULL
);
CREATE TABLE hub_audit_maintenance (purpose TEXT NOT NULL PRIMARY KEY);
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
CREATE TABLE hub_email_outbox (
  id TEXT NOT NULL PRIMARY KEY,
  template TEXT NOT NULL,
  language TEXT NOT NULL,
  address TEXT NOT NULL,
  address_key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'skipped', 'failed', 'kept')),
  content BYTEA,
  attempts BIGINT NOT NULL,
  error TEXT,
  send_after BIGINT NOT NULL,
  sent_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  CHECK ((state IN ('queued', 'kept')) = (content IS NOT NULL)),
  CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
CREATE TABLE hub_email_undeliverable (
  address_key TEXT NOT NULL PRIMARY KEY,
  reason TEXT NOT NULL,
  marked_at BIGINT NOT NULL
);
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
CREATE TABLE hub_lockouts (
  address_hash BYTEA NOT NULL PRIMARY KEY,
  tries BIGINT NOT NULL,
  first_at BIGINT NOT NULL,
  locked_until BIGINT
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
CREATE TABLE hub_settings (
  user_id TEXT NOT NULL PRIMARY KEY REFERENCES hub_users (id),
  locale TEXT NOT NULL,
  timezone TEXT NOT NULL,
  theme TEXT NOT NULL CHECK (theme IN ('light', 'dark', 'system')),
  notifications TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  version BIGINT NOT NULL
);
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
CREATE TABLE hub_user_role_assignments (
  user_id TEXT NOT NULL REFERENCES hub_users (id),
  role_id TEXT NOT NULL REFERENCES hub_roles (id),
  application_id TEXT,
  assigned_at BIGINT NOT NULL,
  assigned_by_type TEXT NOT NULL,
  assigned_by_id TEXT,
  PRIMARY KEY (user_id, role_id)
);
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
CREATE TABLE kit_idempotency (
  caller TEXT NOT NULL,
  key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'answered')),
  request_hash BYTEA NOT NULL,
  run BYTEA NOT NULL,
  started_at BIGINT NOT NULL,
  status BIGINT,
  answer BYTEA,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (caller, key),
  CHECK ((state = 'answered') = (answer IS NOT NULL AND status IS NOT NULL))
);
CREATE TABLE kit_job (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  effect_key TEXT NOT NULL,
  payload BYTEA NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'done', 'poisoned')),
  attempts BIGINT NOT NULL CHECK (attempts >= 0),
  run_at BIGINT NOT NULL,
  lease BYTEA,
  error TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (kind, effect_key),
  CHECK (lease IS NULL OR state = 'queued')
);
CREATE TABLE kit_migration (
  noun TEXT NOT NULL,
  number BIGINT NOT NULL,
  name TEXT NOT NULL,
  sha256 BYTEA NOT NULL,
  applied_at BIGINT NOT NULL,
  PRIMARY KEY (noun, number)
);
CREATE TABLE reading_api_key (
  id BIGINT PRIMARY KEY,
  label TEXT NOT NULL,
  key_sha256 BYTEA NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT,
  last_used_on TEXT
);
CREATE TABLE reading_asset (
  id BIGINT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('audio', 'svg', 'lottie')),
  sha256 BYTEA NOT NULL,
  path TEXT NOT NULL,
  mime TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  UNIQUE (kind, sha256)
);
CREATE TABLE reading_book (
  id BIGINT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  title_sort TEXT NOT NULL,
  author TEXT,
  publication_year BIGINT,
  synopsis TEXT,
  cover_image_id BIGINT REFERENCES reading_image (id),
  cover_alt TEXT,
  theme_id BIGINT REFERENCES reading_theme (id),
  status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'live', 'unpublished', 'archived')),
  go_live_at BIGINT,
  expire_at BIGINT,
  first_published_at BIGINT,
  published_at BIGINT,
  updated_at BIGINT NOT NULL,
  lock_version BIGINT NOT NULL DEFAULT 1,
  digest BYTEA NOT NULL,
  source_text TEXT NOT NULL
);
CREATE TABLE reading_content (
  id BIGINT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('passage', 'letter', 'essay', 'chapter', 'article')),
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  supporting_line TEXT,
  body TEXT NOT NULL,
  interpretation TEXT,
  quote TEXT,
  original_date TEXT,
  recipient TEXT,
  author TEXT,
  subtitle TEXT,
  publication_date TEXT,
  order_in_source BIGINT,
  source_kind TEXT,
  source_id BIGINT,
  reflection_prompt TEXT,
  audio_asset_id BIGINT REFERENCES reading_asset (id),
  image_id BIGINT REFERENCES reading_image (id),
  image_alt TEXT,
  theme_id BIGINT REFERENCES reading_theme (id),
  word_count BIGINT NOT NULL,
  cjk_count BIGINT NOT NULL,
  read_time_minutes BIGINT NOT NULL,
  read_time_override BIGINT,
  is_listed BOOLEAN NOT NULL,
  listed_at BIGINT,
  status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'live', 'unpublished', 'archived')),
  go_live_at BIGINT,
  expire_at BIGINT,
  first_published_at BIGINT,
  published_at BIGINT,
  updated_at BIGINT NOT NULL,
  lock_version BIGINT NOT NULL DEFAULT 1,
  digest BYTEA NOT NULL,
  source_text TEXT NOT NULL,
  UNIQUE (kind, slug)
);
CREATE TABLE reading_curation (
  only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
  digest BYTEA NOT NULL,
  source_text TEXT NOT NULL
);
CREATE TABLE reading_curation_item (
  list TEXT NOT NULL,
  position BIGINT NOT NULL,
  target_kind TEXT NOT NULL,
  target_id BIGINT NOT NULL,
  starts_at BIGINT,
  ends_at BIGINT,
  PRIMARY KEY (list, target_kind, target_id)
);
CREATE TABLE reading_featured_theme (
  position BIGINT PRIMARY KEY,
  theme_id BIGINT NOT NULL UNIQUE REFERENCES reading_theme (id)
);
CREATE TABLE reading_generation (
  only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
  generation BIGINT NOT NULL
);
CREATE TABLE reading_image (
  id BIGINT PRIMARY KEY,
  sha256 BYTEA NOT NULL UNIQUE,
  stem TEXT NOT NULL,
  hash8 TEXT NOT NULL,
  extension TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  width BIGINT NOT NULL,
  height BIGINT NOT NULL,
  focal_x DOUBLE PRECISION,
  focal_y DOUBLE PRECISION,
  created_at BIGINT NOT NULL
);
CREATE TABLE reading_journey (
  id BIGINT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_sort TEXT NOT NULL,
  editorial_framing TEXT,
  icon_asset_id BIGINT REFERENCES reading_asset (id),
  emblem_asset_id BIGINT REFERENCES reading_asset (id),
  image_id BIGINT REFERENCES reading_image (id),
  image_alt TEXT,
  colour TEXT NOT NULL,
  theme_id BIGINT REFERENCES reading_theme (id),
  position BIGINT NOT NULL,
  status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'live', 'unpublished', 'archived')),
  go_live_at BIGINT,
  expire_at BIGINT,
  first_published_at BIGINT,
  published_at BIGINT,
  updated_at BIGINT NOT NULL,
  lock_version BIGINT NOT NULL DEFAULT 1,
  digest BYTEA NOT NULL,
  source_text TEXT NOT NULL
);
CREATE TABLE reading_journey_chapter (
  id BIGINT PRIMARY KEY,
  uid TEXT,
  journey_id BIGINT NOT NULL REFERENCES reading_journey (id),
  position BIGINT NOT NULL,
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  opening_question TEXT NOT NULL,
  introduction TEXT,
  reflection_prompt TEXT,
  closing TEXT,
  sealed_reveal TEXT,
  image_id BIGINT REFERENCES reading_image (id),
  image_alt TEXT,
  theme_id BIGINT REFERENCES reading_theme (id),
  word_count BIGINT NOT NULL,
  cjk_count BIGINT NOT NULL,
  read_time_minutes BIGINT NOT NULL,
  read_time_override BIGINT,
  status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'live', 'unpublished', 'archived')),
  go_live_at BIGINT,
  expire_at BIGINT,
  first_published_at BIGINT,
  published_at BIGINT,
  updated_at BIGINT NOT NULL,
  lock_version BIGINT NOT NULL DEFAULT 1,
  digest BYTEA NOT NULL,
  source_text TEXT NOT NULL,
  UNIQUE (journey_id, slug)
);
CREATE TABLE reading_journey_related (
  journey_id BIGINT NOT NULL REFERENCES reading_journey (id),
  related_id BIGINT NOT NULL REFERENCES reading_journey (id),
  position BIGINT NOT NULL,
  PRIMARY KEY (journey_id, related_id)
);
CREATE TABLE reading_journey_section (
  id BIGINT PRIMARY KEY,
  uid TEXT NOT NULL,
  chapter_id BIGINT NOT NULL REFERENCES reading_journey_chapter (id),
  position BIGINT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('text', 'content', 'quote', 'image')),
  heading TEXT,
  body TEXT,
  content_id BIGINT REFERENCES reading_content (id),
  quote TEXT,
  source_kind TEXT,
  source_id BIGINT,
  image_id BIGINT REFERENCES reading_image (id),
  image_alt TEXT,
  caption TEXT,
  UNIQUE (chapter_id, uid)
);
CREATE TABLE reading_lease (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE TABLE reading_media (
  path TEXT PRIMARY KEY,
  sha256 BYTEA NOT NULL
);
CREATE TABLE reading_revision (
  object_type TEXT NOT NULL,
  object_id BIGINT NOT NULL,
  number BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('save', 'autosave', 'import', 'restore')),
  sha256 BYTEA NOT NULL,
  payload TEXT NOT NULL,
  PRIMARY KEY (object_type, object_id, number)
);
CREATE VIRTUAL TABLE reading_search USING fts5 (
  title, supporting_line, body, content = 'reading_search_doc', content_rowid = 'id',
  tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3'
);
CREATE TABLE 'reading_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE 'reading_search_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE reading_search_doc (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  supporting_line TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE TABLE 'reading_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
CREATE TABLE 'reading_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE TABLE reading_sequence (
  name TEXT PRIMARY KEY,
  last_id BIGINT NOT NULL
);
CREATE TABLE reading_slug_history (
  type TEXT NOT NULL,
  old_slug TEXT NOT NULL,
  target_id BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (type, old_slug)
);
CREATE TABLE reading_theme (
  id BIGINT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_sort TEXT NOT NULL,
  framing_line TEXT,
  colour TEXT NOT NULL,
  background_asset_id BIGINT REFERENCES reading_asset (id),
  portal_icon_asset_id BIGINT REFERENCES reading_asset (id),
  home_background_asset_id BIGINT REFERENCES reading_asset (id),
  lottie_asset_id BIGINT REFERENCES reading_asset (id),
  status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'live', 'unpublished', 'archived')),
  go_live_at BIGINT,
  expire_at BIGINT,
  first_published_at BIGINT,
  published_at BIGINT,
  updated_at BIGINT NOT NULL,
  lock_version BIGINT NOT NULL DEFAULT 1,
  digest BYTEA NOT NULL,
  source_text TEXT NOT NULL
);
CREATE TABLE reading_theme_week (
  starts_at BIGINT PRIMARY KEY,
  ends_at BIGINT,
  theme_id BIGINT NOT NULL REFERENCES reading_theme (id),
  header TEXT
);
CREATE INDEX hub_audit_events_actor ON hub_audit_events (actor_id, happened_at, id);
CREATE INDEX hub_audit_events_application ON hub_audit_events (application_id, happened_at, id);
CREATE INDEX hub_audit_events_organization ON hub_audit_events (organization_id, happened_at, id);
CREATE INDEX hub_audit_events_target ON hub_audit_events (target_type, target_id, happened_at, id);
CREATE INDEX hub_audit_events_time ON hub_audit_events (happened_at, id);
CREATE INDEX hub_audit_events_user ON hub_audit_events (target_user_id, happened_at, id);
CREATE INDEX hub_auth_tokens_expires ON hub_auth_tokens (expires_at);
CREATE INDEX hub_auth_tokens_live ON hub_auth_tokens (user_id, kind) WHERE consumed_at IS NULL;
CREATE INDEX hub_email_outbox_address ON hub_email_outbox (address_key);
CREATE INDEX hub_email_outbox_created ON hub_email_outbox (created_at, id);
CREATE INDEX hub_erasure_requests_due ON hub_erasure_requests (scheduled_for) WHERE status = 'scheduled';
CREATE INDEX hub_lockouts_first ON hub_lockouts (first_at);
CREATE INDEX hub_refresh_chains_session ON hub_refresh_chains (session_id);
CREATE INDEX hub_sessions_live ON hub_sessions (user_id, created_at) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX hub_user_identities_password ON hub_user_identities (user_id) WHERE method = 'password';
CREATE UNIQUE INDEX hub_user_identities_subject ON hub_user_identities (issuer, external_subject_id)
  WHERE external_subject_id IS NOT NULL;
CREATE INDEX hub_user_identities_user ON hub_user_identities (user_id);
CREATE INDEX hub_user_role_assignments_role ON hub_user_role_assignments (role_id);
CREATE INDEX hub_users_created ON hub_users (test_mode, created_at, id);
CREATE UNIQUE INDEX hub_users_email ON hub_users (email_key, test_mode) WHERE deleted_at IS NULL;
CREATE INDEX kit_idempotency_expires ON kit_idempotency (expires_at);
CREATE INDEX kit_job_due ON kit_job (run_at, id) WHERE state = 'queued';
CREATE INDEX kit_job_ended ON kit_job (state, updated_at) WHERE state <> 'queued';
CREATE INDEX reading_book_expire ON reading_book (expire_at) WHERE expire_at IS NOT NULL;
CREATE INDEX reading_book_go_live ON reading_book (go_live_at) WHERE go_live_at IS NOT NULL;
CREATE INDEX reading_content_expire ON reading_content (expire_at) WHERE expire_at IS NOT NULL;
CREATE INDEX reading_content_go_live ON reading_content (go_live_at) WHERE go_live_at IS NOT NULL;
CREATE INDEX reading_content_listed ON reading_content (status, listed_at DESC, id DESC);
CREATE UNIQUE INDEX reading_content_order ON reading_content (source_id, order_in_source) WHERE kind = 'chapter' AND source_id IS NOT NULL AND order_in_source IS NOT NULL;
CREATE INDEX reading_content_published ON reading_content (kind, status, first_published_at DESC, id DESC);
CREATE INDEX reading_content_source ON reading_content (source_kind, source_id);
CREATE INDEX reading_content_theme ON reading_content (theme_id);
CREATE INDEX reading_curation_item_order ON reading_curation_item (list, position);
CREATE INDEX reading_journey_chapter_expire ON reading_journey_chapter (expire_at) WHERE expire_at IS NOT NULL;
CREATE INDEX reading_journey_chapter_go_live ON reading_journey_chapter (go_live_at) WHERE go_live_at IS NOT NULL;
CREATE INDEX reading_journey_chapter_order ON reading_journey_chapter (journey_id, status, position, id);
CREATE INDEX reading_journey_expire ON reading_journey (expire_at) WHERE expire_at IS NOT NULL;
CREATE INDEX reading_journey_go_live ON reading_journey (go_live_at) WHERE go_live_at IS NOT NULL;
CREATE INDEX reading_journey_order ON reading_journey (status, position, id);
CREATE INDEX reading_journey_section_content ON reading_journey_section (content_id);
CREATE INDEX reading_journey_section_order ON reading_journey_section (chapter_id, position);
CREATE INDEX reading_theme_by_name ON reading_theme (status, name_sort, id);
CREATE INDEX reading_theme_expire ON reading_theme (expire_at) WHERE expire_at IS NOT NULL;
CREATE INDEX reading_theme_go_live ON reading_theme (go_live_at) WHERE go_live_at IS NOT NULL;
