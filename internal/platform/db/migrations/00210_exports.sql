-- +goose Up

-- Exports of every list: what somebody asked for, how far it is, and which rows the file held. A row is kept for three years, its
-- file for a day. The table exports stays for the previous program, which deletes its rows after a day.
CREATE TABLE list_exports (
  id          {{.ID}},
  uuid        {{.UUID}} NOT NULL UNIQUE,
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  kind        TEXT NOT NULL,           -- of the list: 'students'
  question    {{.JSON}} NOT NULL,      -- the list's filter, search and sort
  filter      TEXT NOT NULL,           -- the same in words, as the names were then
  purpose     TEXT NOT NULL,
  status      TEXT NOT NULL CHECK (status IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  progress    INTEGER NOT NULL DEFAULT 0, -- percent
  row_count   BIGINT NOT NULL DEFAULT 0,
  file        TEXT NOT NULL DEFAULT '', -- key of a file
  created_at  {{.Time}} NOT NULL,
  ended_at    {{.Time}},
  keep_until  {{.Time}} NOT NULL,
  first_row   BIGINT NOT NULL DEFAULT 0, -- the smallest and the largest id of ids
  last_row    BIGINT NOT NULL DEFAULT 0,
  ids         {{.Bytes}} -- of the rows, packed; the last column, because it is large and rarely read
);
CREATE INDEX list_exports_own ON list_exports (operator_id, id);
CREATE INDEX list_exports_kind ON list_exports (kind, id) WHERE status = 'done';
CREATE INDEX list_exports_open ON list_exports (operator_id) WHERE status IN ('waiting', 'running');
CREATE INDEX list_exports_keep ON list_exports (keep_until);

-- An export that is under way goes on, and the files of the last day stay in reach. Which rows they held is not known: such a row
-- goes with its file.
INSERT INTO list_exports (uuid, operator_id, kind, question, filter, purpose, status, progress, file, created_at, keep_until)
SELECT uuid, operator_id, 'students', question, '', '', CASE status WHEN 'uploading' THEN 'waiting' WHEN 'uploaded' THEN 'done' ELSE 'failed' END,
  progress, file, created_at, created_at FROM exports;
