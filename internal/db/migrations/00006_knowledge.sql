-- +goose Up

-- Questions and normative acts. Everybody who has the area sees all of them; their owner changes them.
CREATE TABLE knowledge_questions (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  category_id   BIGINT NOT NULL REFERENCES knowledge_categories (id),
  university_id BIGINT REFERENCES universities (id), -- the owner; null: the programme itself
  question      TEXT NOT NULL,
  question_key  TEXT NOT NULL, -- the question folded
  answer        TEXT NOT NULL,
  search_text   TEXT NOT NULL, -- list.SearchText of question and answer
  -- Equal to knowledge_votes at every moment: a vote changes both. No index holds them: they change most.
  votes_plus    INTEGER NOT NULL DEFAULT 0 CHECK (votes_plus >= 0),
  votes_minus   INTEGER NOT NULL DEFAULT 0 CHECK (votes_minus >= 0),
  version       BIGINT NOT NULL DEFAULT 1,
  created_at    {{.Time}} NOT NULL
);
CREATE INDEX knowledge_questions_category ON knowledge_questions (category_id);

-- What a student thinks of a question: one vote, which he may change.
CREATE TABLE knowledge_votes (
  question_id BIGINT NOT NULL REFERENCES knowledge_questions (id) ON DELETE CASCADE,
  student_id  BIGINT NOT NULL REFERENCES students (id),
  is_plus     BOOLEAN NOT NULL,
  voted_at    {{.Time}} NOT NULL,
  PRIMARY KEY (question_id, student_id)
);
