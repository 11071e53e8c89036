-- +goose Up
-- Who is deciding about what right now, so that two operators do not open the same card. A courtesy for a few minutes:
-- versions and transitions guard the decisions. object is a row of the table that kind names.
CREATE TABLE leases (
  kind        TEXT NOT NULL,
  object      BIGINT NOT NULL,
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  until       {{.Time}} NOT NULL,
  PRIMARY KEY (kind, object)
);
