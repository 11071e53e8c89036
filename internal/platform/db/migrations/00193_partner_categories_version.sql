-- +goose Up
ALTER TABLE partner_categories ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
