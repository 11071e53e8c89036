-- +goose Up
CREATE INDEX trade_points_placeless ON trade_points (partner_id) WHERE latitude IS NULL;
