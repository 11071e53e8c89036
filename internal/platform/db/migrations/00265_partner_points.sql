-- +goose Up
-- The points of one partner near a place: a card of 5,000 points reads the nearest alone, and from the index.
CREATE INDEX trade_points_place ON trade_points (partner_id, latitude, longitude, id);
