-- +goose Up
-- The feed of a student reads the newest items of three kinds.
CREATE INDEX news_feed_university ON news (university_id, (coalesce(publish_begin, created_at)), id) WHERE approval = 'approved' AND level = 'university';
CREATE INDEX news_feed_region ON news (region_id, (coalesce(publish_begin, created_at)), id) WHERE approval = 'approved' AND level = 'region';
CREATE INDEX news_feed_federal ON news ((coalesce(publish_begin, created_at)), id) WHERE approval = 'approved' AND level = 'federal';
CREATE INDEX news_pinned ON news (pinned_until) WHERE pinned_until IS NOT NULL;
