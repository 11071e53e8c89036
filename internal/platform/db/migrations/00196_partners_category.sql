-- +goose Up
-- A merge ends with a look for what still refers to the old category.
CREATE INDEX partners_category ON partners (category_id);
