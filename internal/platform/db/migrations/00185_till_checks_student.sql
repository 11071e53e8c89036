-- +goose Up
CREATE INDEX till_checks_student ON till_checks (student_id, at);
