-- +goose Up

-- Ready answers to reviews, shared by the operators of a university.
CREATE TABLE review_templates (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  university_id BIGINT NOT NULL REFERENCES universities (id),
  name          TEXT NOT NULL,
  name_key      TEXT {{if .Postgres}}COLLATE "C" {{end}}NOT NULL, -- folded
  body          TEXT NOT NULL,
  created_at    {{.Time}} NOT NULL,
  UNIQUE (university_id, name_key)
);
