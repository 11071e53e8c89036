-- Catalogue and structure ---------------------------------------------------------------------

CREATE TABLE regions (
  id   {{.ID}},
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
);

CREATE TABLE cities (
  id         {{.ID}},
  uuid       {{.UUID}} NOT NULL UNIQUE,
  region_id  BIGINT NOT NULL REFERENCES regions (id),
  name       TEXT NOT NULL,
  name_key   TEXT NOT NULL, -- folded, for search and sort
  latitude   {{.Float}},
  longitude  {{.Float}},
  population BIGINT NOT NULL DEFAULT 0,
  UNIQUE (region_id, name_key)
);
CREATE INDEX cities_name ON cities (name_key);

CREATE TABLE universities (
  id             {{.ID}},
  uuid           {{.UUID}} NOT NULL UNIQUE,
  city_id        BIGINT NOT NULL REFERENCES cities (id),
  short_name     TEXT NOT NULL,
  full_name      TEXT NOT NULL,
  name_key       TEXT NOT NULL, -- both names folded, for search
  inn            TEXT NOT NULL UNIQUE,
  address        TEXT NOT NULL DEFAULT '',
  phone          TEXT NOT NULL DEFAULT '',
  email          TEXT NOT NULL DEFAULT '',
  boss           TEXT NOT NULL DEFAULT '',
  contract_end   TEXT NOT NULL DEFAULT '',
  messenger_link TEXT NOT NULL DEFAULT '',
  created_at     {{.Time}} NOT NULL
);

CREATE TABLE partner_categories (
  id   {{.ID}},
  uuid {{.UUID}} NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE knowledge_categories (
  id   {{.ID}},
  uuid {{.UUID}} NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE
);

-- Names of faculties by the university's ИНН; a structure can be imported from them.
CREATE TABLE faculty_catalogue (
  inn  TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (inn, name)
);

CREATE TABLE faculties (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  university_id BIGINT NOT NULL REFERENCES universities (id),
  name          TEXT NOT NULL,
  name_key      TEXT NOT NULL,
  UNIQUE (university_id, name_key)
);

CREATE TABLE specialties (
  id         {{.ID}},
  uuid       {{.UUID}} NOT NULL UNIQUE,
  faculty_id BIGINT NOT NULL REFERENCES faculties (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  name_key   TEXT NOT NULL,
  UNIQUE (faculty_id, name_key)
);
