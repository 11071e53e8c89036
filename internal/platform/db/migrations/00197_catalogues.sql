-- +goose Up

-- Merges of cities and categories: rows move step by step, then the old entry is deleted. One merge of a kind at a time.
CREATE TABLE catalogue_merges (
  id          {{.ID}},
  uuid        {{.UUID}} NOT NULL UNIQUE,
  kind        TEXT NOT NULL CHECK (kind IN ('cities', 'partner-categories', 'knowledge-categories')),
  from_id     BIGINT NOT NULL,
  from_uuid   {{.UUID}} NOT NULL,
  from_name   TEXT NOT NULL,
  into_id     BIGINT NOT NULL,
  into_uuid   {{.UUID}} NOT NULL,
  into_name   TEXT NOT NULL,
  status      TEXT NOT NULL CHECK (status IN ('running', 'done', 'error')),
  moved       BIGINT NOT NULL DEFAULT 0, -- rows that refer to the new entry since
  created_at  {{.Time}} NOT NULL,
  updated_at  {{.Time}} NOT NULL
);
CREATE UNIQUE INDEX catalogue_merges_running ON catalogue_merges (kind) WHERE status = 'running';
-- What the dialogs of a decision offer, in order; texts is a JSON list.
CREATE TABLE preset_reasons (
  kind    TEXT PRIMARY KEY,
  texts   TEXT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1
);
INSERT INTO preset_reasons (kind, texts) VALUES
('student-block', '["Неуплата членского взноса", "Выход из профсоюза", "Исключение из профсоюза"]'),
('application-reject', '["Ошибки в ФИО", "Некорректное фото / нет фото", "Чёрный список"]'),
('partner-block', '["Расторжение / окончание договора", "Нарушение условий договора", "Несоответствие политике приложения"]'),
('promotion-block', '["Несоответствие политике приложения", "Нарушения условий договора", "Некорректные данные"]');

ALTER TABLE consent_texts ADD COLUMN created_at {{.Time}}; -- null: shipped
