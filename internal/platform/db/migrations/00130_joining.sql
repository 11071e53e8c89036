-- +goose Up
-- Joining: applications from students themselves, their files, consents and notices ------------

ALTER TABLE students ADD COLUMN document TEXT NOT NULL DEFAULT ''; -- key of a file: student card or certificate
ALTER TABLE students ADD COLUMN wrong_fields TEXT NOT NULL DEFAULT ''; -- of a rejected application: names of fields, separated by spaces
ALTER TABLE students ADD COLUMN submitted_at {{.Time}}; -- when the student sent the application last
ALTER TABLE students ADD COLUMN decided_at {{.Time}}; -- when an operator decided about the application last
ALTER TABLE students ADD COLUMN status_at {{.Time}}; -- when the status changed last
ALTER TABLE students ADD COLUMN left_at {{.Time}}; -- when the student left the programme; null again once an application is sent
-- The usual time of a decision is read from the newest ones of a university.
CREATE INDEX students_decided ON students (university_id, decided_at) WHERE decided_at IS NOT NULL;
-- Documents are deleted some time after the decision.
CREATE INDEX students_document ON students (decided_at) WHERE document <> '';

-- What members agree to. A text never changes: a new wording is a new version.
CREATE TABLE consent_texts (
  kind        TEXT NOT NULL CHECK (kind IN ('personal', 'portrait', 'letters', 'parent')),
  version     INTEGER NOT NULL,
  title       TEXT NOT NULL,
  body        TEXT NOT NULL,
  is_required BOOLEAN NOT NULL, -- no application without it
  PRIMARY KEY (kind, version)
);
INSERT INTO consent_texts (kind, version, title, body, is_required) VALUES
('personal', 1, 'Согласие на обработку персональных данных',
'Я даю профсоюзной организации моего университета и оператору программы «СтудБонус» согласие на обработку моих персональных данных: фамилии, имени, отчества, даты рождения, номера телефона, города, сведений об учёбе и изображения студенческого билета или справки.

Цель обработки: проверить, что я учусь, выдать карту студента и предоставлять скидки программы.

Данные собирают, записывают, хранят, уточняют, используют, блокируют и удаляют, с помощью программ и без них. Партнёрам данные не передают. Когда я показываю карту, касса партнёра видит, действует ли она и до какого дня, а фотографию, имя и первую букву фамилии только с моего отдельного согласия. Изображение документа удаляют через сутки после одобрения заявки, а после отказа не позднее чем через 30 дней.

Согласие действует, пока я участвую в программе. Отозвать его можно в любой момент в профиле; тогда карта перестанет действовать.', TRUE),
('portrait', 1, 'Согласие на показ фотографии на кассе',
'Я согласен с тем, что привязанная касса партнёра программы «СтудБонус» видит мою фотографию, имя и первую букву фамилии, когда я показываю карту.

Цель: кассир сравнивает фотографию со мной сам. Фотографию не распознают программой и не используют, чтобы установить личность по биометрическим данным. Касса фотографию не сохраняет.

Отозвать согласие можно в любой момент в профиле; тогда карта перестанет действовать.', TRUE),
('letters', 1, 'Согласие на письма программы',
'Я согласен получать на подтверждённый мной адрес электронной почты письма программы «СтудБонус» о новых скидках, акциях и мероприятиях.

Письма о решениях по моей заявке приходят независимо от этого согласия. Отозвать его можно в любой момент в профиле: на карту это не влияет.', FALSE),
('parent', 1, 'Согласие родителя',
'Мне от 14 до 17 лет. Мой родитель или другой законный представитель знает о заявке, прочитал согласие на обработку персональных данных и согласие на показ фотографии и не возражает против моего участия в программе «СтудБонус».

Отозвать согласие может каждый из нас в любой момент: в профиле или в профсоюзной организации университета; тогда карта перестанет действовать.', FALSE);

CREATE TABLE member_consents (
  id        {{.ID}},
  member_id BIGINT NOT NULL REFERENCES members (id),
  kind      TEXT NOT NULL,
  version   INTEGER NOT NULL,
  address   TEXT NOT NULL,
  agent     TEXT NOT NULL,
  given_at  {{.Time}} NOT NULL,
  ended_at  {{.Time}}, -- withdrawn, or replaced by a newer version
  FOREIGN KEY (kind, version) REFERENCES consent_texts (kind, version)
);
CREATE UNIQUE INDEX member_consents_live ON member_consents (member_id, kind) WHERE ended_at IS NULL;
CREATE INDEX member_consents_member ON member_consents (member_id);

-- What a member reads under 'Уведомления'.
CREATE TABLE notices (
  id         {{.ID}},
  uuid       {{.UUID}} NOT NULL UNIQUE,
  member_id  BIGINT NOT NULL REFERENCES members (id),
  kind       TEXT NOT NULL, -- approved, rejected, blocked, unblocked
  title      TEXT NOT NULL,
  body       TEXT NOT NULL,
  created_at {{.Time}} NOT NULL,
  read_at    {{.Time}}
);
CREATE INDEX notices_member ON notices (member_id, id);

-- Links that confirm an e-mail address; a new one replaces the old.
CREATE TABLE email_confirmations (
  member_id  BIGINT PRIMARY KEY REFERENCES members (id),
  email      TEXT NOT NULL,
  token_hash {{.Bytes}} NOT NULL UNIQUE, -- SHA-256
  sent       INTEGER NOT NULL, -- letters of the day
  day        BIGINT NOT NULL,
  created_at {{.Time}} NOT NULL
);
