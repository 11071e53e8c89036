-- +goose Up

-- Administrator is a flag beside the role: of the programme with operator_all, else of the home university (rules 26.1).
ALTER TABLE operators ADD COLUMN is_admin BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE operators ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE operators ADD COLUMN signed_in_at {{.Time}};
-- Both are written by Go and completed at every start: an older program that still runs does not know them.
ALTER TABLE operators ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE operators ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
CREATE INDEX operators_university ON operators (university_id);

-- Devices that an operator signed in from: a new one is reported by letter.
CREATE TABLE operator_devices (
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  device      TEXT NOT NULL,
  seen_at     {{.Time}} NOT NULL,
  PRIMARY KEY (operator_id, device)
);

-- An invitation is pending until it is accepted or revoked, also when it has expired: it can be sent again.
CREATE TABLE invitations (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  hash          {{.Bytes}} UNIQUE, -- of the link; NULL until its letter is sent
  login         TEXT NOT NULL,
  role          TEXT NOT NULL CHECK (role IN ('operator_all', 'operator_student', 'operator_univer', 'chairman')),
  is_chairman   BOOLEAN NOT NULL,
  is_admin      BOOLEAN NOT NULL,
  university_id BIGINT NOT NULL REFERENCES universities (id),
  invited_by    BIGINT NOT NULL REFERENCES operators (id), -- the sender of the last letter
  sends         BIGINT NOT NULL DEFAULT 1, -- letters so far: only the newest one carries a valid link
  created_at    {{.Time}} NOT NULL,
  sent_at       {{.Time}} NOT NULL,
  expires_at    {{.Time}} NOT NULL,
  accepted_at   {{.Time}},
  revoked_at    {{.Time}}
);
CREATE UNIQUE INDEX invitations_pending ON invitations (login) WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- Every letter of an invitation: an administrator sends a limited number a day, counting those sent again.
CREATE TABLE invitation_letters (
  invitation_id BIGINT NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
  send          BIGINT NOT NULL, -- which of its letters
  operator_id   BIGINT NOT NULL REFERENCES operators (id),
  sent_at       {{.Time}} NOT NULL,
  PRIMARY KEY (invitation_id, send)
);
CREATE INDEX invitation_letters_by ON invitation_letters (operator_id, sent_at);

-- The second factor of an operator. pending is a secret whose first code has not been entered yet; last_step is the
-- time step of the last code, so that none works twice. Secrets are encrypted.
CREATE TABLE second_factors (
  operator_id BIGINT PRIMARY KEY REFERENCES operators (id),
  secret      {{.Bytes}},
  pending     {{.Bytes}},
  last_step   BIGINT NOT NULL DEFAULT 0,
  enabled_at  {{.Time}}
);

CREATE TABLE recovery_codes (
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  hash        {{.Bytes}} NOT NULL,
  used_at     {{.Time}},
  PRIMARY KEY (operator_id, hash)
);

-- A sign-in between password and code.
CREATE TABLE sign_in_tickets (
  hash        {{.Bytes}} PRIMARY KEY,
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  tries       INTEGER NOT NULL DEFAULT 0,
  expires_at  {{.Time}} NOT NULL
);
CREATE INDEX sign_in_tickets_operator ON sign_in_tickets (operator_id);

-- Of whom a second factor is required, and from which day (Moscow). One row.
CREATE TABLE factor_policy (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  required_of TEXT NOT NULL CHECK (required_of IN ('nobody', 'administrators', 'all')),
  since       TEXT NOT NULL
);
INSERT INTO factor_policy (id, required_of, since) VALUES (1, 'nobody', '');
