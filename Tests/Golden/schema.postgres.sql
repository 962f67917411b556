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
