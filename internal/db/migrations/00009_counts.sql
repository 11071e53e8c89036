-- +goose Up

-- How many rows a list has by university and by its first facet, for as long as its index is not loaded. The triggers
-- below keep it in the transaction of the change. PostgreSQL adds rows, which are summed up now and then: who would
-- change a sum in place would make every other writer of the university wait. SQLite has one writer anyway.
CREATE TABLE list_counts (
  list  TEXT NOT NULL,
  scope BIGINT NOT NULL,
  facet BIGINT NOT NULL,
  added BIGINT NOT NULL
);
CREATE {{if not .Postgres}}UNIQUE {{end}}INDEX list_counts_of ON list_counts (list, scope, facet);

{{define "status"}}CASE {{.}}.status WHEN 'active' THEN 1 WHEN 'blocked' THEN 2 WHEN 'moderation' THEN 3 ELSE 4 END{{end -}}

INSERT INTO list_counts (list, scope, facet, added)
SELECT 'students', s.university_id, {{template "status" "s"}}, count(*) FROM students s GROUP BY 1, 2, 3;

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
  INSERT INTO list_counts VALUES ('students', new.university_id, {{template "status" "new"}}, 1) ON CONFLICT DO UPDATE SET added = added + 1;
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
  INSERT INTO list_counts VALUES ('students', new.university_id, {{template "status" "new"}}, 1) ON CONFLICT DO UPDATE SET added = added + 1;
END;
-- +goose StatementEnd
{{- end}}
