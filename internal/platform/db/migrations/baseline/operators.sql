-- Operators, sessions, files ------------------------------------------------------------------

CREATE TABLE operators (
  id              {{.ID}},
  uuid            {{.UUID}} NOT NULL UNIQUE,
  login           TEXT NOT NULL UNIQUE, -- an e-mail in lower case
  password_hash   TEXT NOT NULL,
  password_set_at {{.Time}} NOT NULL, -- verify looks for the audit row of this moment
  role            TEXT NOT NULL CHECK (role IN ('operator_all', 'operator_student', 'operator_univer', 'chairman')),
  is_chairman     BOOLEAN NOT NULL DEFAULT FALSE,
  university_id   BIGINT NOT NULL REFERENCES universities (id),
  surname         TEXT NOT NULL DEFAULT '',
  name            TEXT NOT NULL DEFAULT '',
  patronymic      TEXT NOT NULL DEFAULT '',
  phone           TEXT NOT NULL DEFAULT '',
  job             TEXT NOT NULL DEFAULT '',
  blocked_at      {{.Time}},
  created_at      {{.Time}} NOT NULL
);

-- A session is one family of refresh tokens and ends as a whole. It stores the hashes of the current token and of the
-- one before; older ones are recognised by their signature (decision 0004). last_seen_at has no index: every refresh
-- would update it, and the hourly clean-up scans the table, which is small.
CREATE TABLE sessions (
  id            {{.UUID}} PRIMARY KEY,
  operator_id   BIGINT NOT NULL REFERENCES operators (id),
  created_at    {{.Time}} NOT NULL,
  last_seen_at  {{.Time}} NOT NULL,
  revoked_at    {{.Time}},
  refresh_hash  {{.Bytes}} NOT NULL DEFAULT '',
  previous_hash {{.Bytes}} NOT NULL DEFAULT '',
  rotated_at    {{.Time}}
);
CREATE INDEX sessions_operator ON sessions (operator_id);

CREATE TABLE password_resets (
  hash        {{.Bytes}} PRIMARY KEY,
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  expires_at  {{.Time}} NOT NULL
);
CREATE INDEX password_resets_operator ON password_resets (operator_id);

-- Rate-limited tries: failed sign-ins and reset requests, by login and by address.
CREATE TABLE attempts (
  id      {{.ID}},
  kind    TEXT NOT NULL,
  login   TEXT NOT NULL,
  address TEXT NOT NULL,
  is_home BOOLEAN NOT NULL, -- from an address where this login signed in recently
  at      {{.Time}} NOT NULL
);
CREATE INDEX attempts_login ON attempts (kind, login, at);
CREATE INDEX attempts_address ON attempts (kind, address, at);

-- Addresses where an operator signed in: a stranger elsewhere cannot lock the account out of them.
CREATE TABLE known_addresses (
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  address     TEXT NOT NULL,
  seen_at     {{.Time}} NOT NULL,
  PRIMARY KEY (operator_id, address)
);

-- Metadata of stored files. A file without an owner is deleted after a day.
CREATE TABLE files (
  key           TEXT PRIMARY KEY,
  kind          TEXT NOT NULL, -- image, csv, export
  name          TEXT NOT NULL,
  content_type  TEXT NOT NULL,
  size          BIGINT NOT NULL,
  sha256        {{.Bytes}} NOT NULL,
  operator_id   BIGINT NOT NULL REFERENCES operators (id), -- the uploader
  university_id BIGINT NOT NULL REFERENCES universities (id),
  is_public     BOOLEAN NOT NULL DEFAULT FALSE,
  is_of_all     BOOLEAN NOT NULL DEFAULT FALSE, -- an export with rows of all universities: only for operators who still see them all
  owner         TEXT, -- what it is attached to
  created_at    {{.Time}} NOT NULL
);
CREATE INDEX files_loose ON files (created_at) WHERE owner IS NULL;
