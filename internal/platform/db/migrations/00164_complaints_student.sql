-- +goose Up
-- Complaints are limited per student and day.
CREATE INDEX complaints_student ON complaints (student_id, created_at);
