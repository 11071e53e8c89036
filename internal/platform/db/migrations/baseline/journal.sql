-- Journal -------------------------------------------------------------------------------------

-- Who did what, when and from where. Nothing here is a person's data but the names of operators: changes and reason of a
-- row about a person are in audit_personal, and the row keeps their hash (decision 0017).
CREATE TABLE audit_log (
  seq                   {{.ID}},
  at                    {{.Time}} NOT NULL,
  operator_id           BIGINT,
  operator_name         TEXT NOT NULL,
  university_id         BIGINT, -- of the operator
  action                TEXT NOT NULL,
  kind                  TEXT NOT NULL,
  object                TEXT NOT NULL,
  subject               TEXT NOT NULL, -- uuid of the person it is about, or empty
  subject_university_id BIGINT,
  personal_hash         {{.Bytes}}, -- SHA-256 of salt and payload in audit_personal
  reason                TEXT NOT NULL,
  changes               TEXT NOT NULL, -- JSON, as text: JSONB would reformat it, and seals hash the bytes
  request_id            TEXT NOT NULL,
  address               TEXT NOT NULL
);
CREATE INDEX audit_log_object ON audit_log (kind, object, seq);

-- Changes and reason of a row about a person. Deleting a row here erases the values; the log and its seals stay valid.
CREATE TABLE audit_personal (
  seq     BIGINT PRIMARY KEY, -- of the log row
  subject TEXT NOT NULL,
  salt    {{.Bytes}} NOT NULL, -- without it, a hash of a phone number could be guessed
  payload {{.Bytes}} NOT NULL
);

-- Hash chain over the log, one link per ten minutes (internal/platform/audit/seal.go).
CREATE TABLE audit_seals (
  up_to    BIGINT PRIMARY KEY, -- the last log row it covers
  rows     BIGINT NOT NULL,
  root     {{.Bytes}} NOT NULL,
  previous {{.Bytes}} NOT NULL UNIQUE, -- root of the seal before; unique, so the chain cannot fork
  at       {{.Time}} NOT NULL
);

{{define "postgres_guards"}}
CREATE TRIGGER {{.}}_no_update BEFORE UPDATE OR TRUNCATE ON {{.}} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER {{.}}_no_delete BEFORE DELETE ON {{.}} FOR EACH ROW EXECUTE FUNCTION refuse_early_delete();
{{end -}}

{{define "no_update"}}
-- +goose StatementBegin
CREATE TRIGGER {{.}}_no_update BEFORE UPDATE ON {{.}}
BEGIN
  SELECT RAISE(ABORT, '{{.}} is append-only');
END;
-- +goose StatementEnd
{{end -}}

{{define "no_delete"}}
-- +goose StatementBegin
CREATE TRIGGER {{.}}_no_delete BEFORE DELETE ON {{.}} WHEN old.at > datetime('now', '-3 years')
BEGIN
  SELECT RAISE(ABORT, '{{.}} is kept for three years');
END;
-- +goose StatementEnd
{{end -}}

-- Triggers refuse every update, and deletes of rows younger than three years.
{{if .Postgres -}}
-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION refuse_early_delete() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written TIMESTAMPTZ;
BEGIN
  IF TG_TABLE_NAME = 'audit_personal' THEN
    SELECT l.at INTO written FROM audit_log l WHERE l.seq = old.seq;
  ELSE
    written := old.at;
  END IF;
  IF written > now() - interval '3 years' THEN
    RAISE EXCEPTION '% is kept for three years', TG_TABLE_NAME;
  END IF;
  RETURN old;
END
$$;
-- +goose StatementEnd
{{template "postgres_guards" "audit_log"}}
{{- template "postgres_guards" "audit_personal"}}
{{- template "postgres_guards" "audit_seals"}}
{{- else -}}
{{template "no_update" "audit_log"}}
{{- template "no_update" "audit_personal"}}
{{- template "no_update" "audit_seals"}}
{{- template "no_delete" "audit_log"}}
{{- template "no_delete" "audit_seals"}}
-- +goose StatementBegin
CREATE TRIGGER audit_personal_no_delete BEFORE DELETE ON audit_personal
WHEN EXISTS (SELECT 1 FROM audit_log l WHERE l.seq = old.seq AND l.at > datetime('now', '-3 years'))
BEGIN
  SELECT RAISE(ABORT, 'audit_personal is kept for three years');
END;
-- +goose StatementEnd
{{- end}}
