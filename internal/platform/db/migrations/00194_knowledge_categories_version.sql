-- +goose Up
ALTER TABLE knowledge_categories ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
