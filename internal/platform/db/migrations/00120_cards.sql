-- +goose Up

-- A student's number is looked up at tills, so it must be unique (rules 24.1). Of students who share a number the oldest
-- keeps it, the others get one of a range that was never used.
UPDATE students SET
  search_text = CASE student_code WHEN '' THEN search_text || ' ' || CAST(7000000000 + id AS TEXT) ELSE replace(search_text, student_code, CAST(7000000000 + id AS TEXT)) END,
  student_code = CAST(7000000000 + id AS TEXT)
WHERE id IN (SELECT id FROM (
  SELECT id, student_code, row_number() OVER (PARTITION BY student_code ORDER BY id) AS place FROM students) numbered
  WHERE place > 1 OR student_code = '');
CREATE UNIQUE INDEX students_number ON students (student_code);

-- The phone that holds a student's card. Ended ones are kept for a while: moves are counted.
CREATE TABLE devices (
  id         {{.ID}},
  student_id BIGINT NOT NULL REFERENCES students (id),
  session_id BIGINT NOT NULL, -- the member's session that asked for it
  handle     TEXT NOT NULL UNIQUE,
  secret     {{.Bytes}} NOT NULL, -- sealed by the key file; empty once ended
  is_move    BOOLEAN NOT NULL, -- it replaced another phone in use
  created_at {{.Time}} NOT NULL,
  seen_at    {{.Time}} NOT NULL, -- written at most once a day
  ended_at   {{.Time}}
);
CREATE UNIQUE INDEX devices_live ON devices (student_id) WHERE ended_at IS NULL;
CREATE INDEX devices_student ON devices (student_id, created_at);

-- A till of a trade point: invited until it is paired, then known by its cookie.
CREATE TABLE tills (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  point_id      BIGINT NOT NULL REFERENCES trade_points (id),
  link_hash     {{.Bytes}} UNIQUE, -- of the one-use link; NULL once paired
  code_hash     {{.Bytes}} UNIQUE, -- of the six digits; NULL once paired
  code_until    {{.Time}} NOT NULL,
  link_until    {{.Time}} NOT NULL,
  token_hash    {{.Bytes}} UNIQUE, -- of the cookie; NULL until paired
  created_at    {{.Time}} NOT NULL,
  paired_at     {{.Time}},
  used_at       {{.Time}}, -- written at most once a minute
  number_minute BIGINT NOT NULL DEFAULT 0, -- checks by number within this minute and day
  minute_checks INTEGER NOT NULL DEFAULT 0,
  number_day    BIGINT NOT NULL DEFAULT 0,
  day_checks    INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX tills_point ON tills (point_id);

-- Wrong pairing codes, counted by network.
CREATE TABLE pairing_failures (
  id      {{.ID}},
  network TEXT NOT NULL,
  at      {{.Time}} NOT NULL
);
CREATE INDEX pairing_failures_network ON pairing_failures (network, at);

-- What a till has accepted: a token is good once at a till.
CREATE TABLE till_checks (
  till_id    BIGINT NOT NULL REFERENCES tills (id),
  shown      TEXT NOT NULL, -- the token or the number
  student_id BIGINT NOT NULL REFERENCES students (id),
  at         {{.Time}} NOT NULL,
  PRIMARY KEY (till_id, shown)
);
CREATE INDEX till_checks_at ON till_checks (at);
