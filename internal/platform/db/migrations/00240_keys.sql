-- +goose Up
-- Single-key shortcuts of the console, which operators turn off (rules 34.7).
ALTER TABLE operators ADD COLUMN slash_key BOOLEAN NOT NULL DEFAULT TRUE; -- the slash focuses the search
ALTER TABLE operators ADD COLUMN page_keys BOOLEAN NOT NULL DEFAULT TRUE; -- those of cards and of working through a list
