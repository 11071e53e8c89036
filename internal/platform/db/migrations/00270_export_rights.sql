-- +goose Up
-- What the operator of an export saw when it began: its filter and purpose stay hidden from those who see less, also when the operator
-- sees less later. Of earlier exports it is not known, so all of them count as the programme's.
ALTER TABLE list_exports ADD COLUMN role TEXT NOT NULL DEFAULT 'operator_all';
ALTER TABLE list_exports ADD COLUMN university_id BIGINT NOT NULL DEFAULT 0;
