-- +goose Up

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
  search_text    TEXT NOT NULL, -- list.SearchText of both names and the ИНН
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
  -- No index holds the status or the rating: they change most.
  status         TEXT NOT NULL CHECK (status IN ('active', 'blocked')),
  block_reason   TEXT NOT NULL DEFAULT '',
  rating         INTEGER, -- in tenths, of the public reviews; null without any
  version        BIGINT NOT NULL DEFAULT 1,
  created_at     {{.Time}} NOT NULL
);
CREATE INDEX partners_inn ON partners (inn) WHERE inn <> '';
CREATE INDEX partners_city ON partners (main_city_id);

-- At most three a partner: each has one of three places.
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
  street_key  TEXT {{if .Postgres}}COLLATE "C" {{end}}NOT NULL, -- the street's name folded: it sorts the points, its first letter groups them
  search_text TEXT NOT NULL, -- list.SearchText of the address
  work_time   TEXT NOT NULL,
  hours       TEXT NOT NULL DEFAULT '', -- JSON of seven days; empty where only work_time is known
  latitude    {{.Float}},
  longitude   {{.Float}},
  created_at  {{.Time}} NOT NULL
);
CREATE INDEX trade_points_partner ON trade_points (partner_id, city_id, street_key, id);

-- How many points a partner has in each city, kept in the transaction of every change: cards and lists need not count.
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

-- What students say of partners. A deleted review can be restored for thirty days, then it goes for good.
CREATE TABLE reviews (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  partner_id    BIGINT NOT NULL REFERENCES partners (id),
  student_id    BIGINT NOT NULL REFERENCES students (id),
  university_id BIGINT NOT NULL REFERENCES universities (id), -- of the student: the scope
  rating        INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 5),
  body          TEXT NOT NULL,
  search_text   TEXT NOT NULL, -- list.SearchText of the body; the names are joined to it when the list is read
  status        TEXT NOT NULL CHECK (status IN ('moderation', 'public', 'rejected')),
  likes         BIGINT NOT NULL DEFAULT 0, -- rows of review_likes
  -- One answer a review: it is part of the row.
  answer_uuid   {{.UUID}} UNIQUE,
  answer        TEXT NOT NULL DEFAULT '',
  answer_author BIGINT REFERENCES operators (id),
  answered_at   {{.Time}}, -- written or last edited
  version       BIGINT NOT NULL DEFAULT 1,
  created_at    {{.Time}} NOT NULL,
  deleted_at    {{.Time}}
);
-- The last columns are those of the condition: SQLite counts within an index only when it holds them.
CREATE INDEX reviews_partner ON reviews (partner_id, created_at, id, university_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX reviews_public ON reviews (partner_id, rating, status, deleted_at) WHERE status = 'public' AND deleted_at IS NULL;
CREATE INDEX reviews_student ON reviews (student_id);
CREATE INDEX reviews_deleted ON reviews (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE review_likes (
  review_id  BIGINT NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  student_id BIGINT NOT NULL REFERENCES students (id),
  PRIMARY KEY (review_id, student_id)
);

CREATE TABLE complaints (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  partner_id    BIGINT NOT NULL REFERENCES partners (id),
  student_id    BIGINT NOT NULL REFERENCES students (id),
  university_id BIGINT NOT NULL REFERENCES universities (id), -- of the student: the scope
  body          TEXT NOT NULL,
  created_at    {{.Time}} NOT NULL
);
CREATE INDEX complaints_partner ON complaints (partner_id, created_at, id, university_id);
CREATE INDEX complaints_student ON complaints (student_id);

-- What the geocoder answered, for thirty days. Only addresses of partners are ever asked for.
CREATE TABLE geo_cache (
  question   TEXT PRIMARY KEY,
  answer     {{.JSON}} NOT NULL,
  created_at {{.Time}} NOT NULL
);
CREATE INDEX geo_cache_created ON geo_cache (created_at);
