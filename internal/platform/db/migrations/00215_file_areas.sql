-- +goose Up
-- The area of the console that an operator needs to open the file; empty: the one of the file's kind.
ALTER TABLE files ADD COLUMN area TEXT NOT NULL DEFAULT '';
