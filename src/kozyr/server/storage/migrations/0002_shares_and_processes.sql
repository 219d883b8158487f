ALTER TABLE records ADD COLUMN share TEXT;
CREATE UNIQUE INDEX records_by_share ON records (share);
CREATE INDEX records_by_time ON records (created_at);
CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    seen_at BIGINT NOT NULL
);
