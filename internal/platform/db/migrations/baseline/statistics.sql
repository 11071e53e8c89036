-- Statistics ------------------------------------------------------------------------------

-- Students' views of partners, as daily sums. University 0 holds the sums of all universities, so that every scope is read
-- the same way.
CREATE TABLE partner_view_days (
  university_id BIGINT NOT NULL,
  day           INTEGER NOT NULL, -- clock.DayNumber
  partner_id    BIGINT NOT NULL,
  cards         BIGINT NOT NULL,
  barcodes      BIGINT NOT NULL,
  PRIMARY KEY (university_id, day, partner_id)
){{if not .Postgres}} WITHOUT ROWID{{end}};

-- The same per partner: all time, and the thirty days that end with the window's day.
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
-- One index per order of the rating; partners without views are in none.
CREATE INDEX partner_views_cards ON partner_views (university_id, cards, partner_id) WHERE cards > 0;
CREATE INDEX partner_views_barcodes ON partner_views (university_id, barcodes, partner_id) WHERE barcodes > 0;
CREATE INDEX partner_views_month_cards ON partner_views (university_id, month_cards, partner_id) WHERE month_cards > 0;
CREATE INDEX partner_views_month_barcodes ON partner_views (university_id, month_barcodes, partner_id) WHERE month_barcodes > 0;

-- The last of a university's thirty days. Moving it forward subtracts the days that fall out.
CREATE TABLE partner_view_windows (
  university_id BIGINT PRIMARY KEY,
  day           INTEGER NOT NULL
);
