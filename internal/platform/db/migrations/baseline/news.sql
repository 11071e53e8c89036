-- News ------------------------------------------------------------------------------------

-- News of three levels. The owner is the university of the operator who made it; federal news belong to the programme.
CREATE TABLE news (
  id             {{.ID}},
  uuid           {{.UUID}} NOT NULL UNIQUE,
  level          TEXT NOT NULL CHECK (level IN ('university', 'region', 'federal')),
  university_id  BIGINT REFERENCES universities (id), -- null: the programme's
  region_id      BIGINT REFERENCES regions (id),      -- of regional news
  operator_id    BIGINT NOT NULL REFERENCES operators (id),
  title          TEXT NOT NULL,
  content        TEXT NOT NULL, -- sanitised markup
  search_text    TEXT NOT NULL, -- listquery.SearchText of title and text
  approval       TEXT NOT NULL CHECK (approval IN ('wait', 'approved', 'declined', 'blocked')),
  decline_reason TEXT NOT NULL DEFAULT '',
  publish_begin  {{.Time}}, -- null: at once
  publish_end    {{.Time}},
  pinned_until   {{.Time}},
  for_course     INTEGER NOT NULL DEFAULT 0, -- 0: all
  tags           {{.JSON}} NOT NULL,
  messengers     {{.JSON}} NOT NULL,
  rzd_link       TEXT, -- null: not of the railway bonus programme
  version        BIGINT NOT NULL DEFAULT 1,
  created_at     {{.Time}} NOT NULL,
  CHECK ((level = 'federal') = (university_id IS NULL)),
  CHECK ((level = 'region') = (region_id IS NOT NULL))
);
CREATE INDEX news_university ON news (university_id);
CREATE INDEX news_region ON news (region_id);

-- The faculties that an item is for; none: all.
CREATE TABLE news_faculties (
  news_id    BIGINT NOT NULL REFERENCES news (id) ON DELETE CASCADE,
  faculty_id BIGINT NOT NULL REFERENCES faculties (id) ON DELETE CASCADE,
  PRIMARY KEY (news_id, faculty_id)
);
CREATE INDEX news_faculties_faculty ON news_faculties (faculty_id);

-- Images in order; without an item until the form that uploaded them is saved.
CREATE TABLE news_photos (
  id         {{.ID}},
  uuid       {{.UUID}} NOT NULL UNIQUE,
  news_id    BIGINT REFERENCES news (id) ON DELETE CASCADE,
  file       TEXT NOT NULL UNIQUE, -- key of a file
  position   INTEGER NOT NULL DEFAULT 0,
  created_at {{.Time}} NOT NULL
);
CREATE INDEX news_photos_news ON news_photos (news_id, position);
CREATE INDEX news_photos_loose ON news_photos (created_at) WHERE news_id IS NULL;

-- Surveys. Each vote updates the sums in its transaction.
CREATE TABLE surveys (
  id         {{.ID}},
  uuid       {{.UUID}} NOT NULL UNIQUE,
  news_id    BIGINT NOT NULL UNIQUE REFERENCES news (id) ON DELETE CASCADE,
  begins_at  {{.Time}} NOT NULL,
  ends_at    {{.Time}} NOT NULL,
  is_view    BOOLEAN NOT NULL DEFAULT FALSE, -- students see the results
  voted      INTEGER NOT NULL DEFAULT 0,
  created_at {{.Time}} NOT NULL
);

CREATE TABLE survey_questions (
  id           {{.ID}},
  survey_id    BIGINT NOT NULL REFERENCES surveys (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  question     TEXT NOT NULL,
  kind         TEXT NOT NULL CHECK (kind IN ('single', 'multiple')),
  allows_other BOOLEAN NOT NULL DEFAULT FALSE,
  others       INTEGER NOT NULL DEFAULT 0,
  UNIQUE (survey_id, position)
);

CREATE TABLE survey_variants (
  id          {{.ID}},
  question_id BIGINT NOT NULL REFERENCES survey_questions (id) ON DELETE CASCADE,
  position    INTEGER NOT NULL, -- 0 is letter a
  answer      TEXT NOT NULL,
  voted       INTEGER NOT NULL DEFAULT 0,
  UNIQUE (question_id, position)
);

CREATE TABLE survey_votes (
  id         {{.ID}},
  survey_id  BIGINT NOT NULL REFERENCES surveys (id) ON DELETE CASCADE,
  student_id BIGINT NOT NULL REFERENCES students (id),
  created_at {{.Time}} NOT NULL,
  UNIQUE (survey_id, student_id) -- one vote per student
);

CREATE TABLE survey_choices (
  id          {{.ID}},
  vote_id     BIGINT NOT NULL REFERENCES survey_votes (id) ON DELETE CASCADE,
  question_id BIGINT NOT NULL REFERENCES survey_questions (id) ON DELETE CASCADE,
  variant_id  BIGINT REFERENCES survey_variants (id) ON DELETE CASCADE, -- null: a free-text answer
  other       TEXT NOT NULL DEFAULT ''
);
CREATE INDEX survey_choices_vote ON survey_choices (vote_id);
CREATE INDEX survey_choices_question ON survey_choices (question_id);
CREATE INDEX survey_choices_variant ON survey_choices (variant_id);

-- Events. The CHECK on booked guards against overbooking.
CREATE TABLE events (
  id                   {{.ID}},
  uuid                 {{.UUID}} NOT NULL UNIQUE,
  news_id              BIGINT NOT NULL UNIQUE REFERENCES news (id) ON DELETE CASCADE,
  title                TEXT NOT NULL,
  description          TEXT NOT NULL,
  begins_at            {{.Time}} NOT NULL,
  ends_at              {{.Time}},
  registration_ends_at {{.Time}}, -- null: when it begins
  places               INTEGER CHECK (places >= 1), -- null: no limit
  booked               INTEGER NOT NULL DEFAULT 0,
  address              TEXT NOT NULL,
  is_view              BOOLEAN NOT NULL DEFAULT FALSE, -- students see how many come
  created_at           {{.Time}} NOT NULL,
  CHECK (booked >= 0 AND (places IS NULL OR booked <= places))
);

CREATE TABLE event_participants (
  id         {{.ID}},
  event_id   BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  student_id BIGINT NOT NULL REFERENCES students (id),
  created_at {{.Time}} NOT NULL,
  UNIQUE (event_id, student_id)
);
