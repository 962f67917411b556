-- Letters that wait, were sent, or are kept to be read here because no mail server is set. What a letter says is sealed, since
-- links in it carry tokens, and is gone once it was handed over. Hub spec §§10, 12.
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
CREATE INDEX hub_email_outbox_created ON hub_email_outbox (created_at, id);
CREATE INDEX hub_email_outbox_address ON hub_email_outbox (address_key);

-- Addresses at which there is nobody: nothing more is sent there.
CREATE TABLE hub_email_undeliverable (
  address_key TEXT NOT NULL PRIMARY KEY,
  reason TEXT NOT NULL,
  marked_at BIGINT NOT NULL
);
