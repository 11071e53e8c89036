-- Platform ------------------------------------------------------------------------------------

-- Facts about the installation: the fingerprint of its keys, whether it holds demo data.
CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- The first answer to each repeatable request, written in the transaction of the change.
CREATE TABLE idempotency_keys (
  operator_id  BIGINT NOT NULL,
  key          TEXT NOT NULL,
  request_hash {{.Bytes}} NOT NULL,
  answer       {{.Bytes}},
  created_at   {{.Time}} NOT NULL,
  PRIMARY KEY (operator_id, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- Change feed of the lists: every instance's list indexes follow it (internal/platform/listengine).
CREATE TABLE list_changes (
  seq    {{.ID}},
  list   TEXT NOT NULL,
  row_id BIGINT NOT NULL, -- 0: the whole list
  {{if .Postgres}}xid xid8 NOT NULL DEFAULT pg_current_xact_id(),{{end}}
  at     {{.Time}} NOT NULL
);
CREATE INDEX list_changes_new ON list_changes (list, {{if .Postgres}}xid{{else}}seq{{end}});
CREATE INDEX list_changes_at ON list_changes (at);

-- Rows of a list by university and first facet, read while the list's index is not loaded. Triggers of the list's table
-- maintain it. On PostgreSQL they insert deltas, which are summed up now and then: updating a sum in place would
-- serialise all writers of a university. SQLite has one writer anyway.
CREATE TABLE list_counts (
  list  TEXT NOT NULL,
  scope BIGINT NOT NULL,
  facet BIGINT NOT NULL,
  added BIGINT NOT NULL
);
CREATE {{if not .Postgres}}UNIQUE {{end}}INDEX list_counts_of ON list_counts (list, scope, facet);

-- Geocoder answers, kept for thirty days. Only addresses of partners are looked up.
CREATE TABLE geo_cache (
  question   TEXT PRIMARY KEY,
  answer     {{.JSON}} NOT NULL,
  created_at {{.Time}} NOT NULL
);
CREATE INDEX geo_cache_created ON geo_cache (created_at);
