-- Reviews ---------------------------------------------------------------------------------

-- Students' reviews of partners. A deleted review can be restored for thirty days.
CREATE TABLE reviews (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  partner_id    BIGINT NOT NULL REFERENCES partners (id),
  student_id    BIGINT NOT NULL REFERENCES students (id),
  university_id BIGINT NOT NULL REFERENCES universities (id), -- of the student: the scope
  rating        INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 5),
  body          TEXT NOT NULL,
  search_text   TEXT NOT NULL, -- listquery.SearchText of the body; names are added when the list is read
  status        TEXT NOT NULL CHECK (status IN ('moderation', 'public', 'rejected')),
  likes         BIGINT NOT NULL DEFAULT 0, -- rows of review_likes
  -- At most one answer per review.
  answer_uuid   {{.UUID}} UNIQUE,
  answer        TEXT NOT NULL DEFAULT '',
  answer_author BIGINT REFERENCES operators (id),
  answered_at   {{.Time}}, -- written or last edited
  version       BIGINT NOT NULL DEFAULT 1,
  created_at    {{.Time}} NOT NULL,
  deleted_at    {{.Time}}
);
-- The trailing columns repeat the condition: SQLite needs them for an index-only count.
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
