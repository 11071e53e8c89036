-- +goose Up
CREATE INDEX promotions_end ON promotions (end_date);
