-- +goose Up
-- Who else has this name and birth date (rules 35).
CREATE INDEX students_person ON students (birth_date, name_key) WHERE birth_date <> '';
