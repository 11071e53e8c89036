-- +goose Up

-- Promotions of partners, shared by all universities like the partners themselves.
CREATE TABLE promotions (
  id           {{.ID}},
  uuid         {{.UUID}} NOT NULL UNIQUE,
  partner_id   BIGINT NOT NULL REFERENCES partners (id),
  name         TEXT NOT NULL,
  name_key     TEXT NOT NULL, -- folded
  search_text  TEXT NOT NULL, -- list.SearchText of its name and the partner's
  description  TEXT NOT NULL,
  begin_date   TEXT NOT NULL, -- yyyy-MM-dd, Moscow's days
  end_date     TEXT NOT NULL, -- the last day, included
  win_limit    INTEGER CHECK (win_limit BETWEEN 1 AND 3), -- codes for one student; null: any number
  -- No index holds the status or the counters: they change most.
  status       TEXT NOT NULL CHECK (status IN ('active', 'blocked')),
  block_reason TEXT NOT NULL DEFAULT '',
  codes_total  BIGINT NOT NULL DEFAULT 0, -- rows of promo_codes
  codes_used   BIGINT NOT NULL DEFAULT 0, -- those that a student has
  next_code    TEXT {{if .Postgres}}COLLATE "C" {{end}}NOT NULL DEFAULT '', -- every code before it, in byte order, is taken
  version      BIGINT NOT NULL DEFAULT 1,
  created_at   {{.Time}} NOT NULL,
  CHECK (begin_date <= end_date),
  CHECK (codes_used BETWEEN 0 AND codes_total)
);
CREATE INDEX promotions_partner ON promotions (partner_id);
CREATE INDEX promotions_with_codes ON promotions (id) WHERE codes_total > 0; -- where a code is looked for

-- One tree and no more is written for each code of an import: the indexes below hold only codes that are taken.
-- No reference to promotions: a million checks of the same row. Whoever adds codes changes that row's counter in the
-- same transaction, and finds out whether it is there.
CREATE TABLE promo_codes (
  promotion_id BIGINT NOT NULL,
  code         TEXT {{if .Postgres}}COLLATE "C" {{end}}NOT NULL,
  student_id   BIGINT, -- who has it; null: free
  granted_at   {{.Time}},
  PRIMARY KEY (promotion_id, code),
  CHECK ((student_id IS NULL) = (granted_at IS NULL))
){{if not .Postgres}} WITHOUT ROWID{{end}};
CREATE INDEX promo_codes_granted ON promo_codes (promotion_id, granted_at, code) WHERE student_id IS NOT NULL;
CREATE INDEX promo_codes_taken ON promo_codes (promotion_id, code) WHERE student_id IS NOT NULL;
CREATE INDEX promo_codes_student ON promo_codes (student_id, promotion_id) WHERE student_id IS NOT NULL;

-- How many codes were granted each Moscow day: the pace at which they go, without counting codes.
CREATE TABLE promotion_days (
  promotion_id BIGINT NOT NULL REFERENCES promotions (id),
  day          TEXT NOT NULL, -- yyyy-MM-dd
  granted      BIGINT NOT NULL,
  PRIMARY KEY (promotion_id, day)
);

-- Files of codes and what became of them. Those of one promotion are taken one after another.
CREATE TABLE promo_imports (
  id           {{.ID}},
  promotion_id BIGINT NOT NULL REFERENCES promotions (id),
  operator_id  BIGINT REFERENCES operators (id), -- who uploaded it
  file         TEXT NOT NULL DEFAULT '', -- key of a file
  file_name    TEXT NOT NULL DEFAULT '',
  status       TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'error')),
  total        BIGINT NOT NULL DEFAULT 0, -- lines with content, the header apart
  imported     BIGINT NOT NULL DEFAULT 0,
  duplicates   BIGINT NOT NULL DEFAULT 0,
  invalid      BIGINT NOT NULL DEFAULT 0,
  bad_lines    TEXT NOT NULL DEFAULT '[]', -- the first of them, as JSON
  position     TEXT {{if .Postgres}}COLLATE "C" {{end}}NOT NULL DEFAULT '', -- the last code that was taken over, in byte order: the next attempt goes on behind it
  error        TEXT NOT NULL DEFAULT '', -- fit to show
  created_at   {{.Time}} NOT NULL,
  updated_at   {{.Time}} NOT NULL
);
CREATE INDEX promo_imports_promotion ON promo_imports (promotion_id, id);
CREATE INDEX promo_imports_unfinished ON promo_imports (updated_at) WHERE status IN ('queued', 'running');
