-- +goose Up
-- Which application of a university has waited longest.
CREATE INDEX students_waiting ON students (university_id, (coalesce(submitted_at, created_at))) WHERE status = 'moderation';
