-- +goose Up

-- Of the trade points that are there, how many were added each day, kept in the transaction of every change. Days are
-- numbered from 1970 in Moscow's time (clock.DayNumber).
CREATE TABLE trade_point_days (
  day    INTEGER PRIMARY KEY,
  points BIGINT NOT NULL CHECK (points >= 0)
);
INSERT INTO trade_point_days (day, points)
SELECT {{if .Postgres}}CAST(floor((extract(epoch FROM created_at) + 10800) / 86400) AS INTEGER){{else}}(CAST(strftime('%s', created_at) AS INTEGER) + 10800) / 86400{{end}}, count(*)
FROM trade_points GROUP BY 1;

-- What students look at, as sums: a view is never a row. Those of all universities together stand under university 0, so that
-- every scope is read alike.
CREATE TABLE partner_view_days (
  university_id BIGINT NOT NULL,
  day           INTEGER NOT NULL, -- clock.DayNumber
  partner_id    BIGINT NOT NULL,
  cards         BIGINT NOT NULL,
  barcodes      BIGINT NOT NULL,
  PRIMARY KEY (university_id, day, partner_id)
){{if not .Postgres}} WITHOUT ROWID{{end}};

-- The same by partner: of all time, and of the thirty days that end with the window's day.
CREATE TABLE partner_views (
  university_id  BIGINT NOT NULL,
  partner_id     BIGINT NOT NULL REFERENCES partners (id),
  cards          BIGINT NOT NULL,
  barcodes       BIGINT NOT NULL,
  month_cards    BIGINT NOT NULL,
  month_barcodes BIGINT NOT NULL,
  PRIMARY KEY (university_id, partner_id),
  CHECK (month_cards BETWEEN 0 AND cards),
  CHECK (month_barcodes BETWEEN 0 AND barcodes)
){{if not .Postgres}} WITHOUT ROWID{{end}};
-- One for each order of the rating. Partners without views are in none of them.
CREATE INDEX partner_views_cards ON partner_views (university_id, cards, partner_id) WHERE cards > 0;
CREATE INDEX partner_views_barcodes ON partner_views (university_id, barcodes, partner_id) WHERE barcodes > 0;
CREATE INDEX partner_views_month_cards ON partner_views (university_id, month_cards, partner_id) WHERE month_cards > 0;
CREATE INDEX partner_views_month_barcodes ON partner_views (university_id, month_barcodes, partner_id) WHERE month_barcodes > 0;

-- The day with which the thirty days of a university end. Moving it on takes the days that fall out off the sums.
CREATE TABLE partner_view_windows (
  university_id BIGINT PRIMARY KEY,
  day           INTEGER NOT NULL
);
