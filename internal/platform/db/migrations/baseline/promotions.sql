-- Promotions ------------------------------------------------------------------------------

-- Promotions of partners, shared by all universities like the partners themselves.
CREATE TABLE promotions (
  id           {{.ID}},
  uuid         {{.UUID}} NOT NULL UNIQUE,
  partner_id   BIGINT NOT NULL REFERENCES partners (id),
  name         TEXT NOT NULL,
  name_key     TEXT NOT NULL, -- folded
  search_text  TEXT NOT NULL, -- listquery.SearchText of its name and the partner's
  description  TEXT NOT NULL,
  begin_date   TEXT NOT NULL, -- yyyy-MM-dd, Moscow time
  end_date     TEXT NOT NULL, -- the last day, included
  win_limit    INTEGER CHECK (win_limit BETWEEN 1 AND 3), -- codes for one student; null: any number
  -- Status and counters have no index: they change most.
  status       TEXT NOT NULL CHECK (status IN ('active', 'blocked')),
  block_reason TEXT NOT NULL DEFAULT '',
  codes_total  BIGINT NOT NULL DEFAULT 0, -- rows of promo_codes
  codes_used   BIGINT NOT NULL DEFAULT 0, -- of them granted
  next_code    TEXT {{if .Postgres}}COLLATE "C" {{end}}NOT NULL DEFAULT '', -- every code before it, in byte order, is taken
  version      BIGINT NOT NULL DEFAULT 1,
  created_at   {{.Time}} NOT NULL,
  CHECK (begin_date <= end_date),
  CHECK (codes_used BETWEEN 0 AND codes_total)
);
CREATE INDEX promotions_partner ON promotions (partner_id);
CREATE INDEX promotions_with_codes ON promotions (id) WHERE codes_total > 0; -- for the search by code

-- An import writes one B-tree entry per code: the partial indexes hold granted codes only. No foreign key to promotions:
-- it would check the same row a million times, and the import updates that row's counter in the same transaction anyway.
CREATE TABLE promo_codes (
  promotion_id BIGINT NOT NULL,
  code         TEXT {{if .Postgres}}COLLATE "C" {{end}}NOT NULL,
  student_id   BIGINT, -- the holder; null: free
  granted_at   {{.Time}},
  PRIMARY KEY (promotion_id, code),
  CHECK ((student_id IS NULL) = (granted_at IS NULL))
){{if not .Postgres}} WITHOUT ROWID{{end}};
CREATE INDEX promo_codes_granted ON promo_codes (promotion_id, granted_at, code) WHERE student_id IS NOT NULL;
CREATE INDEX promo_codes_taken ON promo_codes (promotion_id, code) WHERE student_id IS NOT NULL;
CREATE INDEX promo_codes_student ON promo_codes (student_id, promotion_id) WHERE student_id IS NOT NULL;

-- Codes granted per Moscow day, to show the pace without counting codes.
CREATE TABLE promotion_days (
  promotion_id BIGINT NOT NULL REFERENCES promotions (id),
  day          TEXT NOT NULL, -- yyyy-MM-dd
  granted      BIGINT NOT NULL,
  PRIMARY KEY (promotion_id, day)
);

-- Imports of code files. A promotion's imports run one after another.
CREATE TABLE promo_imports (
  id           {{.ID}},
  promotion_id BIGINT NOT NULL REFERENCES promotions (id),
  operator_id  BIGINT REFERENCES operators (id), -- who uploaded it
  file         TEXT NOT NULL DEFAULT '', -- key of a file
  file_name    TEXT NOT NULL DEFAULT '',
  status       TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'error')),
  total        BIGINT NOT NULL DEFAULT 0, -- non-empty lines without the header
  imported     BIGINT NOT NULL DEFAULT 0,
  duplicates   BIGINT NOT NULL DEFAULT 0,
  invalid      BIGINT NOT NULL DEFAULT 0,
  bad_lines    TEXT NOT NULL DEFAULT '[]', -- the first of them, as JSON
  position     TEXT {{if .Postgres}}COLLATE "C" {{end}}NOT NULL DEFAULT '', -- the last imported code in byte order: the next attempt continues after it
  error        TEXT NOT NULL DEFAULT '', -- shown to operators
  created_at   {{.Time}} NOT NULL,
  updated_at   {{.Time}} NOT NULL
);
CREATE INDEX promo_imports_promotion ON promo_imports (promotion_id, id);
CREATE INDEX promo_imports_unfinished ON promo_imports (updated_at) WHERE status IN ('queued', 'running');
