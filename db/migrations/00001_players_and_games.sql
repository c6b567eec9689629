-- +goose Up

-- Times are Unix milliseconds. STRICT is SQLite's; the rest is meant to suit PostgreSQL as well, but
-- for the types BLOB (BYTEA) and INTEGER (BIGINT, and GENERATED where it is a primary key).

CREATE TABLE players (
    id         INTEGER PRIMARY KEY,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,         -- when a game was last begun
    settings   TEXT    NOT NULL DEFAULT '' -- JSON
) STRICT;

-- The browsers of a player. The token is the SHA-256 of the secret in the cookie.
CREATE TABLE devices (
    token      BLOB    PRIMARY KEY CHECK (length(token) = 32),
    player_id  INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX devices_player ON devices (player_id);

CREATE TABLE games (
    id         INTEGER PRIMARY KEY,
    key        TEXT    NOT NULL UNIQUE CHECK (key <> ''), -- in URLs, unguessable
    player_id  INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    variant    TEXT    NOT NULL,
    deal       INTEGER NOT NULL CHECK (deal BETWEEN 1 AND 4294967295),
    counted    INTEGER NOT NULL CHECK (counted IN (0, 1)), -- 0: practice
    version    INTEGER NOT NULL,
    cursor     INTEGER NOT NULL, -- so many of the moves are made, the rest can be redone
    moves      TEXT    NOT NULL,
    undos      INTEGER NOT NULL DEFAULT 0,
    hints      INTEGER NOT NULL DEFAULT 0,
    restarts   INTEGER NOT NULL DEFAULT 0,
    played_ms  INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL,
    started_at INTEGER, -- the first move
    settled_at INTEGER, -- the end; it grows with every game that a player ends
    result     TEXT CHECK (result IN ('won', 'lost')),
    CHECK ((settled_at IS NULL) = (result IS NULL)),
    CHECK (settled_at IS NULL OR started_at IS NOT NULL)
) STRICT;

-- A save of a move must not touch an index: none has a column that it changes.

-- A player's history, the open games (settled_at IS NULL), the latest end, and the cascade.
CREATE INDEX games_player ON games (player_id, settled_at, id);

CREATE UNIQUE INDEX games_one_open ON games (player_id, variant)
    WHERE counted = 1 AND settled_at IS NULL;

CREATE UNIQUE INDEX games_deal_once ON games (player_id, variant, deal)
    WHERE counted = 1;

CREATE INDEX games_record ON games (player_id, variant, settled_at, id, result)
    WHERE counted = 1 AND settled_at IS NOT NULL;
