-- Knowledge base --------------------------------------------------------------------------

-- Questions and normative acts, visible to everyone with the area, edited by their owner.
CREATE TABLE knowledge_questions (
  id            {{.ID}},
  uuid          {{.UUID}} NOT NULL UNIQUE,
  category_id   BIGINT NOT NULL REFERENCES knowledge_categories (id),
  university_id BIGINT REFERENCES universities (id), -- the owner; null: the programme itself
  question      TEXT NOT NULL,
  question_key  TEXT NOT NULL, -- the question folded
  answer        TEXT NOT NULL,
  search_text   TEXT NOT NULL, -- listquery.SearchText of question and answer
  -- Always equal to knowledge_votes: a vote updates both. Not indexed: they change most.
  votes_plus    INTEGER NOT NULL DEFAULT 0 CHECK (votes_plus >= 0),
  votes_minus   INTEGER NOT NULL DEFAULT 0 CHECK (votes_minus >= 0),
  version       BIGINT NOT NULL DEFAULT 1,
  created_at    {{.Time}} NOT NULL
);
CREATE INDEX knowledge_questions_category ON knowledge_questions (category_id);

-- One vote per student and question; it can be changed.
CREATE TABLE knowledge_votes (
  question_id BIGINT NOT NULL REFERENCES knowledge_questions (id) ON DELETE CASCADE,
  student_id  BIGINT NOT NULL REFERENCES students (id),
  is_plus     BOOLEAN NOT NULL,
  voted_at    {{.Time}} NOT NULL,
  PRIMARY KEY (question_id, student_id)
);
