-- +goose Up
-- Opening hours are local times of the city; empty: unknown.
ALTER TABLE cities ADD COLUMN time_zone TEXT NOT NULL DEFAULT ''; -- IANA name
