-- +goose Up
-- confirmed_at: when the operator last proved the identity in this session; NULL means at sign-in.
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN confirmed_at {{.Time}};
