-- +goose Up

-- When the password was last set, for verify: the audit log has a row of that moment. Null: before this release.
ALTER TABLE operators ADD COLUMN password_set_at {{.Time}};

-- An export that holds rows of all universities is only for an operator who still sees them all.
ALTER TABLE files ADD COLUMN is_of_all BOOLEAN NOT NULL DEFAULT FALSE;
