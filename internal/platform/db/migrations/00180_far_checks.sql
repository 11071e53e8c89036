-- +goose Up
-- A card that tills far from each other accept within minutes is marked for the operator.
ALTER TABLE devices ADD COLUMN far_at {{.Time}};
ALTER TABLE devices ADD COLUMN far_km INTEGER NOT NULL DEFAULT 0; -- between the two tills
