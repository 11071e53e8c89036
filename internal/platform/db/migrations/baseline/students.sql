-- Students --------------------------------------------------------------------------------

-- Students and applications share the table; the status tells them apart.
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
  search_text   TEXT NOT NULL, -- listquery.SearchText of full name, phone and code
  phone         TEXT NOT NULL,
  student_code  TEXT NOT NULL,
  birth_date    TEXT NOT NULL, -- yyyy-MM-dd or empty
  course        INTEGER NOT NULL,
  start_year    INTEGER NOT NULL,
  end_year      INTEGER NOT NULL,
  -- Not indexed on PostgreSQL: the status changes most, and an update of unindexed columns is cheap (HOT).
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
-- Totals are counted in SQL while the list's index loads; here a narrow index replaces the table scan. PostgreSQL scans in
-- parallel.
CREATE INDEX students_status ON students (status, university_id, city_id);
{{- end}}

-- Spreadsheets of lists, built in the background and visible only to the operator who asked.
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

{{define "status"}}CASE {{.}}.status WHEN 'active' THEN 1 WHEN 'blocked' THEN 2 WHEN 'moderation' THEN 3 ELSE 4 END{{end -}}

{{if .Postgres -}}
-- +goose StatementBegin
CREATE FUNCTION count_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO list_counts (list, scope, facet, added) VALUES
      ('students', old.university_id, {{template "status" "old"}}, -1), ('students', new.university_id, {{template "status" "new"}}, 1);
  ELSE
    INSERT INTO list_counts (list, scope, facet, added)
    SELECT 'students', r.university_id, {{template "status" "r"}}, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM touched r GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER students_counted_in AFTER INSERT ON students REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_students();
CREATE TRIGGER students_counted_out AFTER DELETE ON students REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_students();
CREATE TRIGGER students_counted_over AFTER UPDATE OF status, university_id ON students FOR EACH ROW
  WHEN (old.status <> new.status OR old.university_id <> new.university_id) EXECUTE FUNCTION count_students();
{{- else -}}
-- +goose StatementBegin
CREATE TRIGGER students_counted_in AFTER INSERT ON students
BEGIN
  INSERT INTO list_counts (list, scope, facet, added) VALUES ('students', new.university_id, {{template "status" "new"}}, 1) ON CONFLICT DO UPDATE SET added = added + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER students_counted_out AFTER DELETE ON students
BEGIN
  UPDATE list_counts SET added = added - 1 WHERE list = 'students' AND scope = old.university_id AND facet = {{template "status" "old"}};
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER students_counted_over AFTER UPDATE OF status, university_id ON students
WHEN old.status <> new.status OR old.university_id <> new.university_id
BEGIN
  UPDATE list_counts SET added = added - 1 WHERE list = 'students' AND scope = old.university_id AND facet = {{template "status" "old"}};
  INSERT INTO list_counts (list, scope, facet, added) VALUES ('students', new.university_id, {{template "status" "new"}}, 1) ON CONFLICT DO UPDATE SET added = added + 1;
END;
-- +goose StatementEnd
{{- end}}
