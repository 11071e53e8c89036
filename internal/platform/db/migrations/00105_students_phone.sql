-- +goose Up
-- Found by phone when an account is bound to an application that exists already.
CREATE INDEX students_phone ON students (phone);
