-- +goose Up
-- Members: the students' accounts (internal/members) -------------------------------------------

CREATE TABLE members (
  id                 {{.ID}},
  uuid               {{.UUID}} NOT NULL UNIQUE,
  phone              TEXT NOT NULL UNIQUE, -- 79…, 11 digits
  email              TEXT NOT NULL DEFAULT '',
  email_confirmed_at {{.Time}},
  student_id         BIGINT UNIQUE REFERENCES students (id), -- the application; null until there is one
  created_at         {{.Time}} NOT NULL,
  last_seen_at       {{.Time}} NOT NULL -- written at most daily
);
CREATE INDEX members_loose ON members (last_seen_at) WHERE student_id IS NULL;

-- Sign-in codes, one row per message asked for. Limits count these rows.
CREATE TABLE member_codes (
  id          {{.ID}},
  uuid        {{.UUID}} NOT NULL UNIQUE,
  phone       TEXT NOT NULL,
  prefix      TEXT NOT NULL, -- the first eight digits
  network     TEXT NOT NULL, -- see access.Request
  challenge   {{.Bytes}} NOT NULL UNIQUE, -- a solved challenge pays for one message
  is_known    BOOLEAN NOT NULL, -- asked by a device that has signed in with this number
  state       TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'failed')),
  code_hash   {{.Bytes}}, -- HMAC; null until the code is made
  tries       INTEGER NOT NULL DEFAULT 0, -- wrong codes
  birth_tries INTEGER NOT NULL DEFAULT 0, -- wrong birth dates
  used_at     {{.Time}},
  created_at  {{.Time}} NOT NULL
);
CREATE INDEX member_codes_phone ON member_codes (phone, created_at);
CREATE INDEX member_codes_prefix ON member_codes (prefix, created_at);
CREATE INDEX member_codes_network ON member_codes (network, created_at);
CREATE INDEX member_codes_created ON member_codes (created_at);

CREATE TABLE member_sessions (
  id           {{.ID}},
  uuid         {{.UUID}} NOT NULL UNIQUE,
  member_id    BIGINT NOT NULL REFERENCES members (id),
  token_hash   {{.Bytes}} NOT NULL UNIQUE, -- SHA-256
  is_native    BOOLEAN NOT NULL,
  agent        TEXT NOT NULL,
  address      TEXT NOT NULL,
  created_at   {{.Time}} NOT NULL,
  last_used_at {{.Time}} NOT NULL -- written at most daily
);
CREATE INDEX member_sessions_member ON member_sessions (member_id);
CREATE INDEX member_sessions_used ON member_sessions (last_used_at);

-- Browsers that have signed in with a number, by their device cookie.
CREATE TABLE known_devices (
  member_id   BIGINT NOT NULL REFERENCES members (id),
  device_hash {{.Bytes}} NOT NULL, -- SHA-256 of the cookie
  seen_at     {{.Time}} NOT NULL,
  PRIMARY KEY (member_id, device_hash)
);

-- Messages per Moscow day, for the budget.
CREATE TABLE sms_days (
  day  BIGINT PRIMARY KEY,
  sent BIGINT NOT NULL
);

-- As idempotency_keys, for members.
CREATE TABLE member_idempotency_keys (
  member_id    BIGINT NOT NULL,
  key          TEXT NOT NULL,
  request_hash {{.Bytes}} NOT NULL,
  answer       {{.Bytes}},
  created_at   {{.Time}} NOT NULL,
  PRIMARY KEY (member_id, key)
);
CREATE INDEX member_idempotency_keys_created ON member_idempotency_keys (created_at);

-- Rows of members' own changes; seals hash the column where it is set.
ALTER TABLE audit_log ADD COLUMN member_id BIGINT;
