CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    status TEXT NOT NULL,
    listed SMALLINT NOT NULL,
    creator TEXT NOT NULL,
    summary {bytes} NOT NULL,
    seq INTEGER NOT NULL
);
CREATE INDEX tables_in_lobby ON tables (listed, created_at, id);
CREATE INDEX tables_by_status ON tables (status, updated_at);
CREATE TABLE events (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at BIGINT NOT NULL,
    body {bytes} NOT NULL,
    PRIMARY KEY (table_id, seq)
);
CREATE TABLE identities (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    generation INTEGER NOT NULL,
    settings {bytes} NOT NULL
);
CREATE TABLE links (
    token_hash TEXT PRIMARY KEY,
    identity_id TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX links_of_identity ON links (identity_id);
CREATE TABLE seats (
    identity_id TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (identity_id, table_id)
);
CREATE INDEX seats_of_table ON seats (table_id);
CREATE TABLE records (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL,
    match_no INTEGER NOT NULL,
    game TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    body {bytes} NOT NULL,
    finished SMALLINT NOT NULL
);
CREATE UNIQUE INDEX records_of_table ON records (table_id, match_no);
