CREATE FUNCTION public.hub_audit_events_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM hub_audit_maintenance) THEN
    RAISE EXCEPTION 'audit events are only added' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
CREATE TABLE public.hub_audit_events (
    id text NOT NULL,
    action text NOT NULL,
    actor_type text NOT NULL,
    actor_id text,
    target_type text NOT NULL,
    target_id text NOT NULL,
    target_user_id text,
    application_id text,
    organization_id text,
    before_fields text,
    after_fields text,
    request_id text,
    test_mode boolean NOT NULL,
    happened_at bigint NOT NULL,
    digest bytea NOT NULL
);
CREATE TABLE public.hub_audit_maintenance (
    purpose text NOT NULL
);
CREATE TABLE public.hub_auth_tokens (
    token_hash bytea NOT NULL,
    kind text NOT NULL,
    user_id text,
    subject text NOT NULL,
    payload text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    consumed_at bigint
);
CREATE TABLE public.hub_email_outbox (
    id text NOT NULL,
    template text NOT NULL,
    language text NOT NULL,
    address text NOT NULL,
    address_key text NOT NULL,
    state text NOT NULL,
    content bytea,
    attempts bigint NOT NULL,
    error text,
    send_after bigint NOT NULL,
    sent_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT hub_email_outbox_check CHECK (((state = ANY (ARRAY['queued'::text, 'kept'::text])) = (content IS NOT NULL))),
    CONSTRAINT hub_email_outbox_check1 CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
    CONSTRAINT hub_email_outbox_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'skipped'::text, 'failed'::text, 'kept'::text])))
);
CREATE TABLE public.hub_email_undeliverable (
    address_key text NOT NULL,
    reason text NOT NULL,
    marked_at bigint NOT NULL
);
CREATE TABLE public.hub_erasure_requests (
    user_id text NOT NULL,
    requested_by_type text NOT NULL,
    requested_by_id text,
    reason text,
    requested_at bigint NOT NULL,
    scheduled_for bigint NOT NULL,
    status text NOT NULL,
    steps_done bigint NOT NULL,
    completed_at bigint,
    receipt text,
    CONSTRAINT hub_erasure_requests_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'cancelled'::text, 'completed'::text])))
);
CREATE TABLE public.hub_lockouts (
    address_hash bytea NOT NULL,
    tries bigint NOT NULL,
    first_at bigint NOT NULL,
    locked_until bigint
);
CREATE TABLE public.hub_profiles (
    user_id text NOT NULL,
    display_name text NOT NULL,
    avatar_url text,
    contact_email text,
    contact_phone text,
    updated_at bigint NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.hub_refresh_chains (
    id bytea NOT NULL,
    session_id text NOT NULL,
    application_id text,
    present_hash bytea NOT NULL,
    previous_hash bytea,
    present_sealed bytea NOT NULL,
    rotations bigint NOT NULL,
    idle_expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    rotated_at bigint
);
CREATE TABLE public.hub_roles (
    id text NOT NULL,
    name text NOT NULL,
    scope text NOT NULL,
    description text NOT NULL,
    permissions text NOT NULL,
    seed boolean NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.hub_sessions (
    id text NOT NULL,
    user_id text NOT NULL,
    amr text NOT NULL,
    ip_address text,
    user_agent text,
    created_at bigint NOT NULL,
    authenticated_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    absolute_expires_at bigint NOT NULL,
    revoked_at bigint,
    revoked_reason text,
    CONSTRAINT hub_sessions_check CHECK (((revoked_at IS NULL) = (revoked_reason IS NULL)))
);
CREATE TABLE public.hub_settings (
    user_id text NOT NULL,
    locale text NOT NULL,
    timezone text NOT NULL,
    theme text NOT NULL,
    notifications text NOT NULL,
    updated_at bigint NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT hub_settings_theme_check CHECK ((theme = ANY (ARRAY['light'::text, 'dark'::text, 'system'::text])))
);
CREATE TABLE public.hub_signing_keys (
    kid text NOT NULL,
    public_der bytea NOT NULL,
    private_sealed bytea NOT NULL,
    publish_at bigint NOT NULL,
    active_at bigint NOT NULL,
    retire_at bigint NOT NULL,
    remove_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.hub_user_identities (
    id text NOT NULL,
    user_id text NOT NULL,
    method text NOT NULL,
    password_hash text,
    issuer text,
    external_subject_id text,
    last_used_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT hub_user_identities_check CHECK (((method = 'sso'::text) OR ((issuer IS NULL) AND (external_subject_id IS NULL)))),
    CONSTRAINT hub_user_identities_check1 CHECK (((method = 'password'::text) OR (password_hash IS NULL))),
    CONSTRAINT hub_user_identities_method_check CHECK ((method = ANY (ARRAY['password'::text, 'sso'::text])))
);
CREATE TABLE public.hub_user_role_assignments (
    user_id text NOT NULL,
    role_id text NOT NULL,
    application_id text,
    assigned_at bigint NOT NULL,
    assigned_by_type text NOT NULL,
    assigned_by_id text
);
CREATE TABLE public.hub_users (
    id text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    email_verified boolean NOT NULL,
    pending_email text,
    pending_email_key text,
    status text NOT NULL,
    signup_application_id text,
    last_login_at bigint,
    deleted_at bigint,
    test_mode boolean NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT hub_users_check CHECK (((status = 'deleted'::text) = (deleted_at IS NOT NULL))),
    CONSTRAINT hub_users_check1 CHECK (((pending_email IS NULL) = (pending_email_key IS NULL))),
    CONSTRAINT hub_users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'invited'::text, 'suspended'::text, 'deleted'::text])))
);
CREATE TABLE public.kit_idempotency (
    caller text NOT NULL,
    key text NOT NULL,
    state text NOT NULL,
    request_hash bytea NOT NULL,
    run bytea NOT NULL,
    started_at bigint NOT NULL,
    status bigint,
    answer bytea,
    expires_at bigint NOT NULL,
    CONSTRAINT kit_idempotency_check CHECK (((state = 'answered'::text) = ((answer IS NOT NULL) AND (status IS NOT NULL)))),
    CONSTRAINT kit_idempotency_state_check CHECK ((state = ANY (ARRAY['running'::text, 'answered'::text])))
);
CREATE TABLE public.kit_job (
    id text NOT NULL,
    kind text NOT NULL,
    effect_key text NOT NULL,
    payload bytea NOT NULL,
    state text NOT NULL,
    attempts bigint NOT NULL,
    run_at bigint NOT NULL,
    lease bytea,
    error text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT kit_job_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT kit_job_check CHECK (((lease IS NULL) OR (state = 'queued'::text))),
    CONSTRAINT kit_job_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'done'::text, 'poisoned'::text])))
);
CREATE TABLE public.kit_migration (
    noun text NOT NULL,
    number bigint NOT NULL,
    name text NOT NULL,
    sha256 bytea NOT NULL,
    applied_at bigint NOT NULL
);
CREATE TABLE public.reading_api_key (
    id bigint NOT NULL,
    label text NOT NULL,
    key_sha256 bytea NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint,
    last_used_on text
);
CREATE TABLE public.reading_asset (
    id bigint NOT NULL,
    kind text NOT NULL,
    sha256 bytea NOT NULL,
    path text NOT NULL,
    mime text NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT reading_asset_kind_check CHECK ((kind = ANY (ARRAY['audio'::text, 'svg'::text, 'lottie'::text])))
);
CREATE TABLE public.reading_book (
    id bigint NOT NULL,
    slug text NOT NULL,
    title text NOT NULL,
    title_sort text NOT NULL,
    author text,
    publication_year bigint,
    synopsis text,
    cover_image_id bigint,
    cover_alt text,
    theme_id bigint,
    status text DEFAULT 'draft'::text NOT NULL,
    go_live_at bigint,
    expire_at bigint,
    first_published_at bigint,
    published_at bigint,
    updated_at bigint NOT NULL,
    lock_version bigint DEFAULT 1 NOT NULL,
    digest bytea NOT NULL,
    source_text text NOT NULL,
    CONSTRAINT reading_book_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'live'::text, 'unpublished'::text, 'archived'::text])))
);
CREATE TABLE public.reading_content (
    id bigint NOT NULL,
    kind text NOT NULL,
    slug text NOT NULL,
    title text NOT NULL,
    supporting_line text,
    body text NOT NULL,
    interpretation text,
    quote text,
    original_date text,
    recipient text,
    author text,
    subtitle text,
    publication_date text,
    order_in_source bigint,
    source_kind text,
    source_id bigint,
    reflection_prompt text,
    audio_asset_id bigint,
    image_id bigint,
    image_alt text,
    theme_id bigint,
    word_count bigint NOT NULL,
    cjk_count bigint NOT NULL,
    read_time_minutes bigint NOT NULL,
    read_time_override bigint,
    is_listed boolean NOT NULL,
    listed_at bigint,
    status text DEFAULT 'draft'::text NOT NULL,
    go_live_at bigint,
    expire_at bigint,
    first_published_at bigint,
    published_at bigint,
    updated_at bigint NOT NULL,
    lock_version bigint DEFAULT 1 NOT NULL,
    digest bytea NOT NULL,
    source_text text NOT NULL,
    CONSTRAINT reading_content_kind_check CHECK ((kind = ANY (ARRAY['passage'::text, 'letter'::text, 'essay'::text, 'chapter'::text, 'article'::text]))),
    CONSTRAINT reading_content_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'live'::text, 'unpublished'::text, 'archived'::text])))
);
CREATE TABLE public.reading_curation (
    only_row bigint NOT NULL,
    digest bytea NOT NULL,
    source_text text NOT NULL,
    CONSTRAINT reading_curation_only_row_check CHECK ((only_row = 1))
);
CREATE TABLE public.reading_curation_item (
    list text NOT NULL,
    "position" bigint NOT NULL,
    target_kind text NOT NULL,
    target_id bigint NOT NULL,
    starts_at bigint,
    ends_at bigint
);
CREATE TABLE public.reading_featured_theme (
    "position" bigint NOT NULL,
    theme_id bigint NOT NULL
);
CREATE TABLE public.reading_generation (
    only_row bigint NOT NULL,
    generation bigint NOT NULL,
    CONSTRAINT reading_generation_only_row_check CHECK ((only_row = 1))
);
CREATE TABLE public.reading_image (
    id bigint NOT NULL,
    sha256 bytea NOT NULL,
    stem text NOT NULL,
    hash8 text NOT NULL,
    extension text NOT NULL,
    bytes bigint NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    focal_x double precision,
    focal_y double precision,
    created_at bigint NOT NULL
);
CREATE TABLE public.reading_journey (
    id bigint NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    name_sort text NOT NULL,
    editorial_framing text,
    icon_asset_id bigint,
    emblem_asset_id bigint,
    image_id bigint,
    image_alt text,
    colour text NOT NULL,
    theme_id bigint,
    "position" bigint NOT NULL,
    status text DEFAULT 'draft'::text NOT NULL,
    go_live_at bigint,
    expire_at bigint,
    first_published_at bigint,
    published_at bigint,
    updated_at bigint NOT NULL,
    lock_version bigint DEFAULT 1 NOT NULL,
    digest bytea NOT NULL,
    source_text text NOT NULL,
    CONSTRAINT reading_journey_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'live'::text, 'unpublished'::text, 'archived'::text])))
);
CREATE TABLE public.reading_journey_chapter (
    id bigint NOT NULL,
    uid text,
    journey_id bigint NOT NULL,
    "position" bigint NOT NULL,
    slug text NOT NULL,
    title text NOT NULL,
    opening_question text NOT NULL,
    introduction text,
    reflection_prompt text,
    closing text,
    sealed_reveal text,
    image_id bigint,
    image_alt text,
    theme_id bigint,
    word_count bigint NOT NULL,
    cjk_count bigint NOT NULL,
    read_time_minutes bigint NOT NULL,
    read_time_override bigint,
    status text DEFAULT 'draft'::text NOT NULL,
    go_live_at bigint,
    expire_at bigint,
    first_published_at bigint,
    published_at bigint,
    updated_at bigint NOT NULL,
    lock_version bigint DEFAULT 1 NOT NULL,
    digest bytea NOT NULL,
    source_text text NOT NULL,
    CONSTRAINT reading_journey_chapter_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'live'::text, 'unpublished'::text, 'archived'::text])))
);
CREATE TABLE public.reading_journey_related (
    journey_id bigint NOT NULL,
    related_id bigint NOT NULL,
    "position" bigint NOT NULL
);
CREATE TABLE public.reading_journey_section (
    id bigint NOT NULL,
    uid text NOT NULL,
    chapter_id bigint NOT NULL,
    "position" bigint NOT NULL,
    type text NOT NULL,
    heading text,
    body text,
    content_id bigint,
    quote text,
    source_kind text,
    source_id bigint,
    image_id bigint,
    image_alt text,
    caption text,
    CONSTRAINT reading_journey_section_type_check CHECK ((type = ANY (ARRAY['text'::text, 'content'::text, 'quote'::text, 'image'::text])))
);
CREATE TABLE public.reading_lease (
    name text NOT NULL,
    holder text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.reading_theme (
    id bigint NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    name_sort text NOT NULL,
    framing_line text,
    colour text NOT NULL,
    background_asset_id bigint,
    portal_icon_asset_id bigint,
    home_background_asset_id bigint,
    lottie_asset_id bigint,
    status text DEFAULT 'draft'::text NOT NULL,
    go_live_at bigint,
    expire_at bigint,
    first_published_at bigint,
    published_at bigint,
    updated_at bigint NOT NULL,
    lock_version bigint DEFAULT 1 NOT NULL,
    digest bytea NOT NULL,
    source_text text NOT NULL,
    CONSTRAINT reading_theme_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'live'::text, 'unpublished'::text, 'archived'::text])))
);
CREATE VIEW public.reading_live_journey AS
 SELECT j.id,
    j.slug,
    j.name,
    j.name_sort,
    j.editorial_framing,
    j.colour,
    j."position",
    j.first_published_at,
    t.id AS live_theme_id,
    ia.path AS icon_path,
    ea.path AS emblem_path,
    ( SELECT count(*) AS count
           FROM public.reading_journey_chapter c
          WHERE ((c.journey_id = j.id) AND (c.status = 'live'::text))) AS chapters_count
   FROM (((public.reading_journey j
     LEFT JOIN public.reading_theme t ON (((t.id = j.theme_id) AND (t.status = 'live'::text))))
     LEFT JOIN public.reading_asset ia ON ((ia.id = j.icon_asset_id)))
     LEFT JOIN public.reading_asset ea ON ((ea.id = j.emblem_asset_id)))
  WHERE (j.status = 'live'::text);
CREATE VIEW public.reading_live_piece AS
 SELECT c.id,
    c.kind,
    c.slug,
    c.title,
    c.supporting_line,
    c.body,
    c.interpretation,
    c.quote,
    c.original_date,
    c.recipient,
    c.author,
    c.subtitle,
    c.publication_date,
    c.order_in_source,
    c.reflection_prompt,
    c.read_time_minutes,
    c.listed_at,
    c.first_published_at,
    c.image_alt,
    i.stem AS image_stem,
    i.hash8 AS image_hash8,
    i.width AS image_width,
    i.height AS image_height,
    i.focal_x,
    i.focal_y,
    a.path AS audio_path,
    COALESCE(t.id, bt.id) AS resolved_theme_id,
    c.source_kind,
    COALESCE(b.id, s.id) AS live_source_id,
    COALESCE(b.slug, s.slug) AS source_slug,
    COALESCE(b.title, s.title) AS source_title,
    b.publication_year AS source_year,
    b.synopsis AS source_synopsis,
    COALESCE(bi.stem, si.stem) AS cover_stem,
    COALESCE(bi.hash8, si.hash8) AS cover_hash8,
    COALESCE(bi.width, si.width) AS cover_width,
    COALESCE(bi.height, si.height) AS cover_height
   FROM ((((((((public.reading_content c
     LEFT JOIN public.reading_image i ON ((i.id = c.image_id)))
     LEFT JOIN public.reading_asset a ON ((a.id = c.audio_asset_id)))
     LEFT JOIN public.reading_theme t ON (((t.id = c.theme_id) AND (t.status = 'live'::text))))
     LEFT JOIN public.reading_book b ON (((c.source_kind = 'book'::text) AND (b.id = c.source_id) AND (b.status = 'live'::text))))
     LEFT JOIN public.reading_theme bt ON (((bt.id = b.theme_id) AND (bt.status = 'live'::text))))
     LEFT JOIN public.reading_image bi ON ((bi.id = b.cover_image_id)))
     LEFT JOIN public.reading_content s ON (((c.source_kind <> 'book'::text) AND (s.id = c.source_id) AND (s.kind = c.source_kind) AND (s.status = 'live'::text))))
     LEFT JOIN public.reading_image si ON ((si.id = s.image_id)))
  WHERE (c.status = 'live'::text);
CREATE TABLE public.reading_media (
    path text NOT NULL,
    sha256 bytea NOT NULL
);
CREATE TABLE public.reading_revision (
    object_type text NOT NULL,
    object_id bigint NOT NULL,
    number bigint NOT NULL,
    created_at bigint NOT NULL,
    source text NOT NULL,
    sha256 bytea NOT NULL,
    payload text NOT NULL,
    CONSTRAINT reading_revision_source_check CHECK ((source = ANY (ARRAY['save'::text, 'autosave'::text, 'import'::text, 'restore'::text])))
);
CREATE TABLE public.reading_search_doc (
    id bigint NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    supporting_line text NOT NULL,
    body text NOT NULL,
    words tsvector NOT NULL
);
CREATE TABLE public.reading_sequence (
    name text NOT NULL,
    last_id bigint NOT NULL
);
CREATE TABLE public.reading_slug_history (
    type text NOT NULL,
    old_slug text NOT NULL,
    target_id bigint NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.reading_theme_week (
    starts_at bigint NOT NULL,
    ends_at bigint,
    theme_id bigint NOT NULL,
    header text
);
ALTER TABLE ONLY public.hub_audit_events
    ADD CONSTRAINT hub_audit_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hub_audit_maintenance
    ADD CONSTRAINT hub_audit_maintenance_pkey PRIMARY KEY (purpose);
ALTER TABLE ONLY public.hub_auth_tokens
    ADD CONSTRAINT hub_auth_tokens_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.hub_email_outbox
    ADD CONSTRAINT hub_email_outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hub_email_undeliverable
    ADD CONSTRAINT hub_email_undeliverable_pkey PRIMARY KEY (address_key);
ALTER TABLE ONLY public.hub_erasure_requests
    ADD CONSTRAINT hub_erasure_requests_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.hub_lockouts
    ADD CONSTRAINT hub_lockouts_pkey PRIMARY KEY (address_hash);
ALTER TABLE ONLY public.hub_profiles
    ADD CONSTRAINT hub_profiles_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.hub_refresh_chains
    ADD CONSTRAINT hub_refresh_chains_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hub_roles
    ADD CONSTRAINT hub_roles_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hub_roles
    ADD CONSTRAINT hub_roles_scope_name_key UNIQUE (scope, name);
ALTER TABLE ONLY public.hub_sessions
    ADD CONSTRAINT hub_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hub_settings
    ADD CONSTRAINT hub_settings_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.hub_signing_keys
    ADD CONSTRAINT hub_signing_keys_pkey PRIMARY KEY (kid);
ALTER TABLE ONLY public.hub_user_identities
    ADD CONSTRAINT hub_user_identities_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hub_user_role_assignments
    ADD CONSTRAINT hub_user_role_assignments_pkey PRIMARY KEY (user_id, role_id);
ALTER TABLE ONLY public.hub_users
    ADD CONSTRAINT hub_users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kit_idempotency
    ADD CONSTRAINT kit_idempotency_pkey PRIMARY KEY (caller, key);
ALTER TABLE ONLY public.kit_job
    ADD CONSTRAINT kit_job_kind_effect_key_key UNIQUE (kind, effect_key);
ALTER TABLE ONLY public.kit_job
    ADD CONSTRAINT kit_job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kit_migration
    ADD CONSTRAINT kit_migration_pkey PRIMARY KEY (noun, number);
ALTER TABLE ONLY public.reading_api_key
    ADD CONSTRAINT reading_api_key_key_sha256_key UNIQUE (key_sha256);
ALTER TABLE ONLY public.reading_api_key
    ADD CONSTRAINT reading_api_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reading_asset
    ADD CONSTRAINT reading_asset_kind_sha256_key UNIQUE (kind, sha256);
ALTER TABLE ONLY public.reading_asset
    ADD CONSTRAINT reading_asset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reading_book
    ADD CONSTRAINT reading_book_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reading_book
    ADD CONSTRAINT reading_book_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.reading_content
    ADD CONSTRAINT reading_content_kind_slug_key UNIQUE (kind, slug);
ALTER TABLE ONLY public.reading_content
    ADD CONSTRAINT reading_content_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reading_curation_item
    ADD CONSTRAINT reading_curation_item_pkey PRIMARY KEY (list, target_kind, target_id);
ALTER TABLE ONLY public.reading_curation
    ADD CONSTRAINT reading_curation_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.reading_featured_theme
    ADD CONSTRAINT reading_featured_theme_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.reading_featured_theme
    ADD CONSTRAINT reading_featured_theme_theme_id_key UNIQUE (theme_id);
ALTER TABLE ONLY public.reading_generation
    ADD CONSTRAINT reading_generation_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.reading_image
    ADD CONSTRAINT reading_image_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reading_image
    ADD CONSTRAINT reading_image_sha256_key UNIQUE (sha256);
ALTER TABLE ONLY public.reading_journey_chapter
    ADD CONSTRAINT reading_journey_chapter_journey_id_slug_key UNIQUE (journey_id, slug);
ALTER TABLE ONLY public.reading_journey_chapter
    ADD CONSTRAINT reading_journey_chapter_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reading_journey
    ADD CONSTRAINT reading_journey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reading_journey_related
    ADD CONSTRAINT reading_journey_related_pkey PRIMARY KEY (journey_id, related_id);
ALTER TABLE ONLY public.reading_journey_section
    ADD CONSTRAINT reading_journey_section_chapter_id_uid_key UNIQUE (chapter_id, uid);
ALTER TABLE ONLY public.reading_journey_section
    ADD CONSTRAINT reading_journey_section_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reading_journey
    ADD CONSTRAINT reading_journey_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.reading_lease
    ADD CONSTRAINT reading_lease_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.reading_media
    ADD CONSTRAINT reading_media_pkey PRIMARY KEY (path);
ALTER TABLE ONLY public.reading_revision
    ADD CONSTRAINT reading_revision_pkey PRIMARY KEY (object_type, object_id, number);
ALTER TABLE ONLY public.reading_search_doc
    ADD CONSTRAINT reading_search_doc_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reading_sequence
    ADD CONSTRAINT reading_sequence_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.reading_slug_history
    ADD CONSTRAINT reading_slug_history_pkey PRIMARY KEY (type, old_slug);
ALTER TABLE ONLY public.reading_theme
    ADD CONSTRAINT reading_theme_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reading_theme
    ADD CONSTRAINT reading_theme_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.reading_theme_week
    ADD CONSTRAINT reading_theme_week_pkey PRIMARY KEY (starts_at);
CREATE INDEX hub_audit_events_actor ON public.hub_audit_events USING btree (actor_id, happened_at, id);
CREATE INDEX hub_audit_events_application ON public.hub_audit_events USING btree (application_id, happened_at, id);
CREATE INDEX hub_audit_events_organization ON public.hub_audit_events USING btree (organization_id, happened_at, id);
CREATE INDEX hub_audit_events_target ON public.hub_audit_events USING btree (target_type, target_id, happened_at, id);
CREATE INDEX hub_audit_events_time ON public.hub_audit_events USING btree (happened_at, id);
CREATE INDEX hub_audit_events_user ON public.hub_audit_events USING btree (target_user_id, happened_at, id);
CREATE INDEX hub_auth_tokens_expires ON public.hub_auth_tokens USING btree (expires_at);
CREATE INDEX hub_auth_tokens_live ON public.hub_auth_tokens USING btree (user_id, kind) WHERE (consumed_at IS NULL);
CREATE INDEX hub_email_outbox_address ON public.hub_email_outbox USING btree (address_key);
CREATE INDEX hub_email_outbox_created ON public.hub_email_outbox USING btree (created_at, id);
CREATE INDEX hub_erasure_requests_due ON public.hub_erasure_requests USING btree (scheduled_for) WHERE (status = 'scheduled'::text);
CREATE INDEX hub_lockouts_first ON public.hub_lockouts USING btree (first_at);
CREATE INDEX hub_refresh_chains_session ON public.hub_refresh_chains USING btree (session_id);
CREATE INDEX hub_sessions_live ON public.hub_sessions USING btree (user_id, created_at) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX hub_user_identities_password ON public.hub_user_identities USING btree (user_id) WHERE (method = 'password'::text);
CREATE UNIQUE INDEX hub_user_identities_subject ON public.hub_user_identities USING btree (issuer, external_subject_id) WHERE (external_subject_id IS NOT NULL);
CREATE INDEX hub_user_identities_user ON public.hub_user_identities USING btree (user_id);
CREATE INDEX hub_user_role_assignments_role ON public.hub_user_role_assignments USING btree (role_id);
CREATE INDEX hub_users_created ON public.hub_users USING btree (test_mode, created_at, id);
CREATE UNIQUE INDEX hub_users_email ON public.hub_users USING btree (email_key, test_mode) WHERE (deleted_at IS NULL);
CREATE INDEX kit_idempotency_expires ON public.kit_idempotency USING btree (expires_at);
CREATE INDEX kit_job_due ON public.kit_job USING btree (run_at, id) WHERE (state = 'queued'::text);
CREATE INDEX kit_job_ended ON public.kit_job USING btree (state, updated_at) WHERE (state <> 'queued'::text);
CREATE INDEX reading_book_expire ON public.reading_book USING btree (expire_at) WHERE (expire_at IS NOT NULL);
CREATE INDEX reading_book_go_live ON public.reading_book USING btree (go_live_at) WHERE (go_live_at IS NOT NULL);
CREATE INDEX reading_content_expire ON public.reading_content USING btree (expire_at) WHERE (expire_at IS NOT NULL);
CREATE INDEX reading_content_go_live ON public.reading_content USING btree (go_live_at) WHERE (go_live_at IS NOT NULL);
CREATE INDEX reading_content_listed ON public.reading_content USING btree (status, listed_at DESC, id DESC);
CREATE UNIQUE INDEX reading_content_order ON public.reading_content USING btree (source_id, order_in_source) WHERE ((kind = 'chapter'::text) AND (source_id IS NOT NULL) AND (order_in_source IS NOT NULL));
CREATE INDEX reading_content_published ON public.reading_content USING btree (kind, status, first_published_at DESC, id DESC);
CREATE INDEX reading_content_source ON public.reading_content USING btree (source_kind, source_id);
CREATE INDEX reading_content_theme ON public.reading_content USING btree (theme_id);
CREATE INDEX reading_curation_item_order ON public.reading_curation_item USING btree (list, "position");
CREATE INDEX reading_journey_chapter_expire ON public.reading_journey_chapter USING btree (expire_at) WHERE (expire_at IS NOT NULL);
CREATE INDEX reading_journey_chapter_go_live ON public.reading_journey_chapter USING btree (go_live_at) WHERE (go_live_at IS NOT NULL);
CREATE INDEX reading_journey_chapter_order ON public.reading_journey_chapter USING btree (journey_id, status, "position", id);
CREATE INDEX reading_journey_expire ON public.reading_journey USING btree (expire_at) WHERE (expire_at IS NOT NULL);
CREATE INDEX reading_journey_go_live ON public.reading_journey USING btree (go_live_at) WHERE (go_live_at IS NOT NULL);
CREATE INDEX reading_journey_order ON public.reading_journey USING btree (status, "position", id);
CREATE INDEX reading_journey_section_content ON public.reading_journey_section USING btree (content_id);
CREATE INDEX reading_journey_section_order ON public.reading_journey_section USING btree (chapter_id, "position");
CREATE INDEX reading_search_doc_words ON public.reading_search_doc USING gin (words);
CREATE INDEX reading_theme_by_name ON public.reading_theme USING btree (status, name_sort, id);
CREATE INDEX reading_theme_expire ON public.reading_theme USING btree (expire_at) WHERE (expire_at IS NOT NULL);
CREATE INDEX reading_theme_go_live ON public.reading_theme USING btree (go_live_at) WHERE (go_live_at IS NOT NULL);
CREATE TRIGGER hub_audit_events_keep BEFORE DELETE OR UPDATE ON public.hub_audit_events FOR EACH ROW EXECUTE FUNCTION public.hub_audit_events_refuse();
ALTER TABLE ONLY public.hub_auth_tokens
    ADD CONSTRAINT hub_auth_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.hub_users(id);
ALTER TABLE ONLY public.hub_erasure_requests
    ADD CONSTRAINT hub_erasure_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.hub_users(id);
ALTER TABLE ONLY public.hub_profiles
    ADD CONSTRAINT hub_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.hub_users(id);
ALTER TABLE ONLY public.hub_refresh_chains
    ADD CONSTRAINT hub_refresh_chains_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.hub_sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.hub_sessions
    ADD CONSTRAINT hub_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.hub_users(id);
ALTER TABLE ONLY public.hub_settings
    ADD CONSTRAINT hub_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.hub_users(id);
ALTER TABLE ONLY public.hub_user_identities
    ADD CONSTRAINT hub_user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.hub_users(id);
ALTER TABLE ONLY public.hub_user_role_assignments
    ADD CONSTRAINT hub_user_role_assignments_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.hub_roles(id);
ALTER TABLE ONLY public.hub_user_role_assignments
    ADD CONSTRAINT hub_user_role_assignments_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.hub_users(id);
ALTER TABLE ONLY public.reading_book
    ADD CONSTRAINT reading_book_cover_image_id_fkey FOREIGN KEY (cover_image_id) REFERENCES public.reading_image(id);
ALTER TABLE ONLY public.reading_book
    ADD CONSTRAINT reading_book_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES public.reading_theme(id);
ALTER TABLE ONLY public.reading_content
    ADD CONSTRAINT reading_content_audio_asset_id_fkey FOREIGN KEY (audio_asset_id) REFERENCES public.reading_asset(id);
ALTER TABLE ONLY public.reading_content
    ADD CONSTRAINT reading_content_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.reading_image(id);
ALTER TABLE ONLY public.reading_content
    ADD CONSTRAINT reading_content_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES public.reading_theme(id);
ALTER TABLE ONLY public.reading_featured_theme
    ADD CONSTRAINT reading_featured_theme_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES public.reading_theme(id);
ALTER TABLE ONLY public.reading_journey_chapter
    ADD CONSTRAINT reading_journey_chapter_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.reading_image(id);
ALTER TABLE ONLY public.reading_journey_chapter
    ADD CONSTRAINT reading_journey_chapter_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.reading_journey(id);
ALTER TABLE ONLY public.reading_journey_chapter
    ADD CONSTRAINT reading_journey_chapter_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES public.reading_theme(id);
ALTER TABLE ONLY public.reading_journey
    ADD CONSTRAINT reading_journey_emblem_asset_id_fkey FOREIGN KEY (emblem_asset_id) REFERENCES public.reading_asset(id);
ALTER TABLE ONLY public.reading_journey
    ADD CONSTRAINT reading_journey_icon_asset_id_fkey FOREIGN KEY (icon_asset_id) REFERENCES public.reading_asset(id);
ALTER TABLE ONLY public.reading_journey
    ADD CONSTRAINT reading_journey_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.reading_image(id);
ALTER TABLE ONLY public.reading_journey_related
    ADD CONSTRAINT reading_journey_related_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES public.reading_journey(id);
ALTER TABLE ONLY public.reading_journey_related
    ADD CONSTRAINT reading_journey_related_related_id_fkey FOREIGN KEY (related_id) REFERENCES public.reading_journey(id);
ALTER TABLE ONLY public.reading_journey_section
    ADD CONSTRAINT reading_journey_section_chapter_id_fkey FOREIGN KEY (chapter_id) REFERENCES public.reading_journey_chapter(id);
ALTER TABLE ONLY public.reading_journey_section
    ADD CONSTRAINT reading_journey_section_content_id_fkey FOREIGN KEY (content_id) REFERENCES public.reading_content(id);
ALTER TABLE ONLY public.reading_journey_section
    ADD CONSTRAINT reading_journey_section_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.reading_image(id);
ALTER TABLE ONLY public.reading_journey
    ADD CONSTRAINT reading_journey_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES public.reading_theme(id);
ALTER TABLE ONLY public.reading_theme
    ADD CONSTRAINT reading_theme_background_asset_id_fkey FOREIGN KEY (background_asset_id) REFERENCES public.reading_asset(id);
ALTER TABLE ONLY public.reading_theme
    ADD CONSTRAINT reading_theme_home_background_asset_id_fkey FOREIGN KEY (home_background_asset_id) REFERENCES public.reading_asset(id);
ALTER TABLE ONLY public.reading_theme
    ADD CONSTRAINT reading_theme_lottie_asset_id_fkey FOREIGN KEY (lottie_asset_id) REFERENCES public.reading_asset(id);
ALTER TABLE ONLY public.reading_theme
    ADD CONSTRAINT reading_theme_portal_icon_asset_id_fkey FOREIGN KEY (portal_icon_asset_id) REFERENCES public.reading_asset(id);
ALTER TABLE ONLY public.reading_theme_week
    ADD CONSTRAINT reading_theme_week_theme_id_fkey FOREIGN KEY (theme_id) REFERENCES public.reading_theme(id);
