-- +goose Up
{{if not .Postgres -}}
-- While the list's index is being loaded, totals are counted: here in a narrow index instead of the whole table.
-- PostgreSQL counts on several cores, and there an indexed status would make every change of it dearer (HOT).
CREATE INDEX students_status ON students (status, university_id, city_id);
{{- end}}
