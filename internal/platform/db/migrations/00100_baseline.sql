-- +goose Up

-- The whole schema of the first release, one file per part. Versions below 100 belong to previews, whose databases
-- are refused (db.ErrPreview).
{{template "platform.sql" .}}
{{template "catalogue.sql" .}}
{{template "operators.sql" .}}
{{template "journal.sql" .}}
{{template "students.sql" .}}
{{template "partners.sql" .}}
{{template "promotions.sql" .}}
{{template "reviews.sql" .}}
{{template "news.sql" .}}
{{template "knowledge.sql" .}}
{{template "statistics.sql" .}}
