-- +goose Up
-- Members upload files too: operator_id and university_id become nullable. SQLite cannot change a column in place, so the
-- table is rebuilt there; nothing references it.
{{if .Postgres -}}
ALTER TABLE files ALTER COLUMN operator_id DROP NOT NULL;
ALTER TABLE files ALTER COLUMN university_id DROP NOT NULL;
ALTER TABLE files ADD COLUMN member_id BIGINT;
{{- else -}}
CREATE TABLE files_new (
  key           TEXT PRIMARY KEY,
  kind          TEXT NOT NULL, -- image, document, csv, export
  name          TEXT NOT NULL,
  content_type  TEXT NOT NULL,
  size          BIGINT NOT NULL,
  sha256        {{.Bytes}} NOT NULL,
  operator_id   BIGINT REFERENCES operators (id), -- the uploader, or null
  university_id BIGINT REFERENCES universities (id), -- null until a member's upload is attached
  is_public     BOOLEAN NOT NULL DEFAULT FALSE,
  is_of_all     BOOLEAN NOT NULL DEFAULT FALSE,
  owner         TEXT,
  created_at    {{.Time}} NOT NULL,
  member_id     BIGINT -- the uploader, or null
);
INSERT INTO files_new (key, kind, name, content_type, size, sha256, operator_id, university_id, is_public, is_of_all, owner, created_at)
  SELECT key, kind, name, content_type, size, sha256, operator_id, university_id, is_public, is_of_all, owner, created_at FROM files;
DROP TABLE files;
ALTER TABLE files_new RENAME TO files;
CREATE INDEX files_loose ON files (created_at) WHERE owner IS NULL;
{{- end}}
CREATE INDEX files_member ON files (member_id, created_at) WHERE member_id IS NOT NULL;
CREATE INDEX files_owner ON files (owner) WHERE owner IS NOT NULL;
