-- +goose Up

-- Facts about the installation itself: the fingerprint of its keys, whether it holds demo data.
CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- The catalogue -------------------------------------------------------------------------------

CREATE TABLE regions (
  id   {{.ID}},
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
);

CREATE TABLE cities (
  id         {{.ID}},
  uuid       {{.UUID}} NOT NULL UNIQUE,
  region_id  BIGINT NOT NULL REFERENCES regions (id),
  name       TEXT NOT NULL,
  name_key   TEXT NOT NULL, -- folded, for search and sort
  latitude   {{.Float}},
  longitude  {{.Float}},
  population BIGINT NOT NULL DEFAULT 0,
  UNIQUE (region_id, name_key)
);
CREATE INDEX cities_name ON cities (name_key);

CREATE TABLE universities (
  id             {{.ID}},
  uuid           {{.UUID}} NOT NULL UNIQUE,
  city_id        BIGINT NOT NULL REFERENCES cities (id),
  short_name     TEXT NOT NULL,
  full_name      TEXT NOT NULL,
  name_key       TEXT NOT NULL, -- both names folded, for search
  inn            TEXT NOT NULL UNIQUE,
  address        TEXT NOT NULL DEFAULT '',
  phone          TEXT NOT NULL DEFAULT '',
  email          TEXT NOT NULL DEFAULT '',
  boss           TEXT NOT NULL DEFAULT '',
  contract_end   TEXT NOT NULL DEFAULT '',
  messenger_link TEXT NOT NULL DEFAULT '',
  created_at     {{.Time}} NOT NULL
);

CREATE TABLE partner_categories (
  id   {{.ID}},
  uuid {{.UUID}} NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE knowledge_categories (
  id   {{.ID}},
  uuid {{.UUID}} NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE
);

-- Names of faculties by the university's ИНН, from which a structure can be imported.
CREATE TABLE faculty_catalogue (
  inn  TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (inn, name)
);

CREATE TABLE faculties (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  university_id BIGINT NOT NULL REFERENCES universities (id),
  name          TEXT NOT NULL,
  name_key      TEXT NOT NULL,
  UNIQUE (university_id, name_key)
);

CREATE TABLE specialties (
  id         {{.ID}},
  uuid       {{.UUID}} NOT NULL UNIQUE,
  faculty_id BIGINT NOT NULL REFERENCES faculties (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  name_key   TEXT NOT NULL,
  UNIQUE (faculty_id, name_key)
);

-- Operators and their sessions ----------------------------------------------------------------

CREATE TABLE operators (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  login         TEXT NOT NULL UNIQUE, -- an e-mail in lower case
  password_hash TEXT NOT NULL,
  role          TEXT NOT NULL CHECK (role IN ('operator_all', 'operator_student', 'operator_univer', 'chairman')),
  is_chairman   BOOLEAN NOT NULL DEFAULT FALSE,
  university_id BIGINT NOT NULL REFERENCES universities (id),
  surname       TEXT NOT NULL DEFAULT '',
  name          TEXT NOT NULL DEFAULT '',
  patronymic    TEXT NOT NULL DEFAULT '',
  phone         TEXT NOT NULL DEFAULT '',
  job           TEXT NOT NULL DEFAULT '',
  blocked_at    {{.Time}},
  created_at    {{.Time}} NOT NULL
);

-- A session is one family of refresh tokens: it ends as a whole.
CREATE TABLE sessions (
  id           {{.UUID}} PRIMARY KEY,
  operator_id  BIGINT NOT NULL REFERENCES operators (id),
  created_at   {{.Time}} NOT NULL,
  last_seen_at {{.Time}} NOT NULL,
  revoked_at   {{.Time}}
);
CREATE INDEX sessions_operator ON sessions (operator_id);
CREATE INDEX sessions_last_seen ON sessions (last_seen_at);

-- Only hashes: the table gives nobody a session. Used ones stay, so that their reuse is noticed.
CREATE TABLE refresh_tokens (
  hash       {{.Bytes}} PRIMARY KEY,
  session_id {{.UUID}} NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  issued_at  {{.Time}} NOT NULL,
  used_at    {{.Time}}
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

CREATE TABLE password_resets (
  hash        {{.Bytes}} PRIMARY KEY,
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  expires_at  {{.Time}} NOT NULL
);
CREATE INDEX password_resets_operator ON password_resets (operator_id);

-- Tries that are limited: sign-in failures and reset requests, by login and by address.
CREATE TABLE attempts (
  id      {{.ID}},
  kind    TEXT NOT NULL,
  login   TEXT NOT NULL,
  address TEXT NOT NULL,
  is_home BOOLEAN NOT NULL, -- from an address where this login has signed in lately
  at      {{.Time}} NOT NULL
);
CREATE INDEX attempts_login ON attempts (kind, login, at);
CREATE INDEX attempts_address ON attempts (kind, address, at);

-- Addresses from which an operator has signed in: a stranger elsewhere cannot lock him out of them.
CREATE TABLE known_addresses (
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  address     TEXT NOT NULL,
  seen_at     {{.Time}} NOT NULL,
  PRIMARY KEY (operator_id, address)
);

-- Infrastructure ------------------------------------------------------------------------------

-- The first answer to each repeatable request, kept in the transaction of its change.
CREATE TABLE idempotency_keys (
  operator_id  BIGINT NOT NULL,
  key          TEXT NOT NULL,
  request_hash {{.Bytes}} NOT NULL,
  answer       {{.Bytes}},
  created_at   {{.Time}} NOT NULL,
  PRIMARY KEY (operator_id, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- What is known of each stored file. Attached ones belong to an entity; the rest are swept after a day.
CREATE TABLE files (
  key           TEXT PRIMARY KEY,
  kind          TEXT NOT NULL, -- image, csv, export
  name          TEXT NOT NULL,
  content_type  TEXT NOT NULL,
  size          BIGINT NOT NULL,
  sha256        {{.Bytes}} NOT NULL,
  operator_id   BIGINT NOT NULL REFERENCES operators (id), -- who uploaded it
  university_id BIGINT NOT NULL REFERENCES universities (id),
  is_public     BOOLEAN NOT NULL DEFAULT FALSE,
  owner         TEXT, -- what it is attached to; null until then
  created_at    {{.Time}} NOT NULL
);
CREATE INDEX files_loose ON files (created_at) WHERE owner IS NULL;

-- Append-only (triggers below): who did what to what, and how it was before.
CREATE TABLE audit_log (
  seq           {{.ID}},
  at            {{.Time}} NOT NULL,
  operator_id   BIGINT,
  operator_name TEXT NOT NULL,
  university_id BIGINT,
  action        TEXT NOT NULL,
  kind          TEXT NOT NULL,
  object        TEXT NOT NULL,
  reason        TEXT NOT NULL DEFAULT '',
  changes       {{.JSON}} NOT NULL,
  request_id    TEXT NOT NULL,
  address       TEXT NOT NULL
);
CREATE INDEX audit_log_object ON audit_log (kind, object, seq);
CREATE INDEX audit_log_request ON audit_log (request_id);

-- +goose StatementBegin
{{if .Postgres -}}
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
{{- else -}}
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
{{- end}}
-- +goose StatementEnd

-- +goose StatementBegin
{{if .Postgres -}}
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
{{- else -}}
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
{{- end}}
-- +goose StatementEnd
