-- +goose Up
-- What requires attention, saved views (rules 33) ------------------------------------------------

ALTER TABLE operators ADD COLUMN opens_attention BOOLEAN NOT NULL DEFAULT FALSE; -- first page after sign-in

-- A view is a name and the query string of a list's URL.
CREATE TABLE saved_views (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  operator_id   BIGINT NOT NULL REFERENCES operators (id),
  university_id BIGINT REFERENCES universities (id), -- whose operators see it when it is shared; null: the programme's
  list          TEXT NOT NULL, -- the area of the list
  name          TEXT NOT NULL,
  name_key      TEXT NOT NULL, -- folded
  query         TEXT NOT NULL,
  is_shared     BOOLEAN NOT NULL,
  place         INTEGER NOT NULL, -- among the owner's views of the list
  created_at    {{.Time}} NOT NULL
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (operator_id, list, name_key);
CREATE INDEX saved_views_shared ON saved_views (list, university_id) WHERE is_shared;
