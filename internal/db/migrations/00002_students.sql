-- +goose Up

-- The feed by which every instance's list indexes follow what is written (internal/index).
CREATE TABLE list_changes (
  seq    {{.ID}},
  list   TEXT NOT NULL,
  row_id BIGINT NOT NULL, -- 0: the whole list
  {{if .Postgres}}xid xid8 NOT NULL DEFAULT pg_current_xact_id(),{{end}}
  at     {{.Time}} NOT NULL
);
CREATE INDEX list_changes_new ON list_changes (list, {{if .Postgres}}xid{{else}}seq{{end}});
CREATE INDEX list_changes_at ON list_changes (at);

-- Students and applications: one row, told apart by the status.
CREATE TABLE students (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  university_id BIGINT NOT NULL REFERENCES universities (id),
  city_id       BIGINT NOT NULL REFERENCES cities (id),
  faculty_id    BIGINT REFERENCES faculties (id),
  specialty_id  BIGINT REFERENCES specialties (id),
  surname       TEXT NOT NULL,
  name          TEXT NOT NULL,
  patronymic    TEXT NOT NULL,
  name_key      TEXT NOT NULL, -- the full name folded
  search_text   TEXT NOT NULL, -- list.SearchText of full name, phone and code
  phone         TEXT NOT NULL,
  student_code  TEXT NOT NULL,
  birth_date    TEXT NOT NULL, -- yyyy-MM-dd or empty
  course        INTEGER NOT NULL,
  start_year    INTEGER NOT NULL,
  end_year      INTEGER NOT NULL,
  -- No index holds the status: it changes most, and an update that touches no index is cheap.
  status        TEXT NOT NULL CHECK (status IN ('active', 'blocked', 'moderation', 'rejected')),
  status_reason TEXT NOT NULL DEFAULT '',
  has_vk        BOOLEAN NOT NULL DEFAULT FALSE,
  link_vk       TEXT NOT NULL DEFAULT '',
  link_tg       TEXT NOT NULL DEFAULT '',
  photo         TEXT NOT NULL DEFAULT '', -- key of a file
  version       BIGINT NOT NULL DEFAULT 1,
  created_at    {{.Time}} NOT NULL
);
CREATE INDEX students_faculty ON students (faculty_id);
CREATE INDEX students_specialty ON students (specialty_id) WHERE specialty_id IS NOT NULL;
CREATE INDEX students_city ON students (city_id, university_id);
{{if not .Postgres -}}
-- While the list's index is being loaded, totals are counted: here in a narrow index instead of the whole table.
-- PostgreSQL counts on several cores, and there an indexed status would make every change of it dearer (HOT).
CREATE INDEX students_status ON students (status, university_id, city_id);
{{- end}}

-- Spreadsheets of lists, made in the background. Only the operator who asked may have them.
CREATE TABLE exports (
  uuid        {{.UUID}} PRIMARY KEY,
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  question    {{.JSON}} NOT NULL, -- the list's filter, search and sort
  status      TEXT NOT NULL CHECK (status IN ('uploading', 'uploaded', 'error')),
  progress    INTEGER NOT NULL DEFAULT 0,
  file        TEXT NOT NULL DEFAULT '', -- key of a file
  created_at  {{.Time}} NOT NULL
);
CREATE INDEX exports_created ON exports (created_at);
