-- +goose Up
-- What decisions have changed, so that the operator can take them back within two minutes. Rows past that are deleted.
CREATE TABLE decisions (
  uuid        {{.UUID}} NOT NULL, -- of what was decided together
  kind        TEXT NOT NULL, -- student, review
  object_id   BIGINT NOT NULL,
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  version     BIGINT NOT NULL, -- of the object after the decision
  former      TEXT NOT NULL, -- JSON: what the decision has changed, as it was
  decided_at  {{.Time}} NOT NULL,
  PRIMARY KEY (uuid, object_id)
);
CREATE INDEX decisions_object ON decisions (kind, object_id);
CREATE INDEX decisions_time ON decisions (decided_at);
