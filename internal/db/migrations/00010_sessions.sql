-- +goose Up

-- A session keeps the hash of its refresh token and of the one before. Older ones name their session and prove that we
-- made them, so their reuse is noticed without keeping them. Tokens of the old form, in refresh_tokens, are good no more:
-- everybody signs in once. That table goes with the next release.
ALTER TABLE sessions ADD COLUMN refresh_hash {{.Bytes}} NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN previous_hash {{.Bytes}} NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN rotated_at {{.Time}};
-- Every refresh would change it; the sweep of old sessions reads the whole table, which is small.
DROP INDEX sessions_last_seen;
