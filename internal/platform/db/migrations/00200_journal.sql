-- +goose Up

-- Which people a page of a list showed. The log row has the hash of the bytes, and so seals cover them (decision 0033).
CREATE TABLE audit_pages (
  seq BIGINT PRIMARY KEY, -- of the log row
  ids {{.Bytes}} NOT NULL -- packed row ids (internal/platform/idset)
);

-- The questions of the journal: each narrows by one of these and reads on by time.
CREATE INDEX audit_log_at ON audit_log (at, seq);
CREATE INDEX audit_log_action ON audit_log (action, kind, at, seq);
CREATE INDEX audit_log_operator ON audit_log (operator_id, at, seq) WHERE operator_id IS NOT NULL;
CREATE INDEX audit_log_university ON audit_log (university_id, at, seq) WHERE subject = '';
CREATE INDEX audit_log_subject ON audit_log (subject, at, seq) WHERE subject <> '';
CREATE INDEX audit_log_subject_university ON audit_log (subject_university_id, at, seq) WHERE subject_university_id IS NOT NULL;
CREATE INDEX audit_log_address ON audit_log (address, at, seq);

{{if .Postgres -}}
-- +goose StatementBegin
CREATE FUNCTION refuse_early_page_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM audit_log l WHERE l.seq = old.seq AND l.at > now() - interval '3 years') THEN
    RAISE EXCEPTION 'audit_pages is kept for three years';
  END IF;
  RETURN old;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER audit_pages_no_update BEFORE UPDATE OR TRUNCATE ON audit_pages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_pages_no_delete BEFORE DELETE ON audit_pages FOR EACH ROW EXECUTE FUNCTION refuse_early_page_delete();
{{- else -}}
-- +goose StatementBegin
CREATE TRIGGER audit_pages_no_update BEFORE UPDATE ON audit_pages
BEGIN
  SELECT RAISE(ABORT, 'audit_pages is append-only');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_pages_no_delete BEFORE DELETE ON audit_pages
WHEN EXISTS (SELECT 1 FROM audit_log l WHERE l.seq = old.seq AND l.at > datetime('now', '-3 years'))
BEGIN
  SELECT RAISE(ABORT, 'audit_pages is kept for three years');
END;
-- +goose StatementEnd
{{- end}}
