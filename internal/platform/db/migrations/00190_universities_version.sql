-- +goose Up
-- Catalogues are edited in the console (rules 30).
ALTER TABLE universities ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
