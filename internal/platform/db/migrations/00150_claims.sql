-- +goose Up
-- The key of the claim that got the code: repeated with it, a student's claim gets the same code (rules 27.4). Null: granted
-- before there were claims.
ALTER TABLE promo_codes ADD COLUMN claim_key TEXT;
CREATE UNIQUE INDEX promo_codes_claim ON promo_codes (student_id, promotion_id, claim_key) WHERE claim_key IS NOT NULL;
-- A student's own codes, the newest first.
CREATE INDEX promo_codes_own ON promo_codes (student_id, granted_at, promotion_id, code) WHERE student_id IS NOT NULL;
