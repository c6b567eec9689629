-- +goose Up

-- What the record needs of a game beyond its moves. home is NULL until the game is settled; games
-- settled before this migration get it when the database is opened.
ALTER TABLE games ADD COLUMN home INTEGER;     -- cards on the foundations at the end
ALTER TABLE games ADD COLUMN share TEXT;       -- in the link to a replay that its player shares
ALTER TABLE games ADD COLUMN imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1));

CREATE UNIQUE INDEX games_share ON games (share) WHERE share IS NOT NULL;
CREATE INDEX games_homeless ON games (id) WHERE settled_at IS NOT NULL AND home IS NULL;

-- Other devices: what a browser is called, a code to link another one, a code to find the record again.
ALTER TABLE devices ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN recovery BLOB; -- SHA-256 of the code

CREATE UNIQUE INDEX players_recovery ON players (recovery) WHERE recovery IS NOT NULL;

CREATE TABLE codes (
    code       BLOB    PRIMARY KEY, -- keyed hash
    player_id  INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX codes_player ON codes (player_id);

-- Daily deals: the date of the deal (UTC), and the player's own day on which it was won, fixed then.
ALTER TABLE games ADD COLUMN daily TEXT;
ALTER TABLE games ADD COLUMN day   TEXT;
ALTER TABLE players ADD COLUMN zone    TEXT    NOT NULL DEFAULT ''; -- IANA name; empty is UTC
ALTER TABLE players ADD COLUMN zone_at INTEGER NOT NULL DEFAULT 0;  -- when it was chosen

CREATE INDEX games_daily ON games (daily, variant, player_id) WHERE daily IS NOT NULL;

CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT;
