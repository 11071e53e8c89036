-- +goose Up
-- What students do: favourites, trade points near a place -----------------------

CREATE TABLE favourites (
  member_id  BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  partner_id BIGINT NOT NULL REFERENCES partners (id),
  created_at {{.Time}} NOT NULL,
  PRIMARY KEY (member_id, partner_id)
);

-- Trade points by cell of a grid of 0.01° × 0.02° (partners/near_store.go has the same expression). It covers the query, so that a
-- search around a place reads no rows of the table.
CREATE INDEX trade_points_cell ON trade_points
  ((CAST(floor((latitude + 90) * 100) AS BIGINT) * 20000 + CAST(floor((longitude + 180) * 50) AS BIGINT)), partner_id, latitude, longitude, id)
  WHERE latitude IS NOT NULL AND longitude IS NOT NULL;
