-- Partners --------------------------------------------------------------------------------

-- Partners are shared by all universities of the programme.
CREATE TABLE partners (
  id             {{.ID}},
  uuid           {{.UUID}} NOT NULL UNIQUE,
  category_id    BIGINT NOT NULL REFERENCES partner_categories (id),
  main_city_id   BIGINT NOT NULL REFERENCES cities (id),
  name           TEXT NOT NULL,
  name_key       TEXT NOT NULL, -- folded
  legal_name     TEXT NOT NULL,
  inn            TEXT NOT NULL, -- empty, or ten or twelve digits; several partners may share one
  search_text    TEXT NOT NULL, -- listquery.SearchText of both names and the ИНН
  description    TEXT NOT NULL, -- sanitised rich text
  phone          TEXT NOT NULL,
  email          TEXT NOT NULL,
  site           TEXT NOT NULL,
  link_vk        TEXT NOT NULL DEFAULT '',
  link_instagram TEXT NOT NULL DEFAULT '',
  link_fb        TEXT NOT NULL DEFAULT '',
  link_twitter   TEXT NOT NULL DEFAULT '',
  logo           TEXT NOT NULL DEFAULT '', -- key of a file
  key_image      TEXT NOT NULL DEFAULT '', -- key of a file
  -- Status and rating have no index: they change most.
  status         TEXT NOT NULL CHECK (status IN ('active', 'blocked')),
  block_reason   TEXT NOT NULL DEFAULT '',
  rating         INTEGER, -- in tenths, of the public reviews; null without any
  version        BIGINT NOT NULL DEFAULT 1,
  created_at     {{.Time}} NOT NULL
);
CREATE INDEX partners_inn ON partners (inn) WHERE inn <> '';
CREATE INDEX partners_city ON partners (main_city_id);

-- At most three per partner: each takes one of three places.
CREATE TABLE discounts (
  id          {{.ID}},
  uuid        {{.UUID}} NOT NULL UNIQUE,
  partner_id  BIGINT NOT NULL REFERENCES partners (id),
  place       INTEGER NOT NULL CHECK (place BETWEEN 1 AND 3),
  type        TEXT NOT NULL CHECK (type IN ('fix', 'free')),
  name        TEXT NOT NULL,
  size        TEXT NOT NULL,
  description TEXT NOT NULL,
  created_at  {{.Time}} NOT NULL,
  UNIQUE (partner_id, place)
);

CREATE TABLE trade_points (
  id          {{.ID}},
  uuid        {{.UUID}} NOT NULL UNIQUE,
  partner_id  BIGINT NOT NULL REFERENCES partners (id),
  city_id     BIGINT NOT NULL REFERENCES cities (id),
  address     TEXT NOT NULL,
  street_key  TEXT {{if .Postgres}}COLLATE "C" {{end}}NOT NULL, -- the street's name folded; sorts the points, its first letter groups them
  search_text TEXT NOT NULL, -- listquery.SearchText of the address
  work_time   TEXT NOT NULL,
  hours       TEXT NOT NULL DEFAULT '', -- JSON of seven days; empty where only work_time is known
  latitude    {{.Float}},
  longitude   {{.Float}},
  created_at  {{.Time}} NOT NULL
);
CREATE INDEX trade_points_partner ON trade_points (partner_id, city_id, street_key, id);

-- Points of a partner per city, maintained in the transaction of every change so that cards and lists need not count.
CREATE TABLE partner_cities (
  partner_id BIGINT NOT NULL REFERENCES partners (id),
  city_id    BIGINT NOT NULL REFERENCES cities (id),
  points     INTEGER NOT NULL CHECK (points > 0),
  PRIMARY KEY (partner_id, city_id)
);
CREATE INDEX partner_cities_city ON partner_cities (city_id, partner_id);

CREATE TABLE partner_photos (
  id         {{.ID}},
  uuid       {{.UUID}} NOT NULL UNIQUE,
  partner_id BIGINT NOT NULL REFERENCES partners (id),
  file       TEXT NOT NULL, -- key of a file
  created_at {{.Time}} NOT NULL
);
CREATE INDEX partner_photos_partner ON partner_photos (partner_id, id);

CREATE TABLE vacancies (
  id          {{.ID}},
  uuid        {{.UUID}} NOT NULL UNIQUE,
  partner_id  BIGINT NOT NULL REFERENCES partners (id),
  title       TEXT NOT NULL,
  link        TEXT NOT NULL,
  description TEXT NOT NULL,
  created_at  {{.Time}} NOT NULL
);
CREATE INDEX vacancies_partner ON vacancies (partner_id, id);

-- Existing trade points by the day they were added, maintained in the transaction of every change. Days are numbered
-- from 1970 in Moscow time (clock.DayNumber).
CREATE TABLE trade_point_days (
  day    INTEGER PRIMARY KEY,
  points BIGINT NOT NULL CHECK (points >= 0)
);
