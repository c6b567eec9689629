-- +goose Up

-- Deals that are proved to be winnable, with a line that wins.
CREATE TABLE pool (
    variant    TEXT    NOT NULL,
    deal       INTEGER NOT NULL CHECK (deal BETWEEN 1 AND 4294967295),
    difficulty INTEGER NOT NULL CHECK (difficulty BETWEEN 1 AND 4),
    line       TEXT    NOT NULL,
    PRIMARY KEY (variant, deal)
) STRICT;

ALTER TABLE games ADD COLUMN winnable   INTEGER NOT NULL DEFAULT 0 CHECK (winnable IN (0, 1)); -- dealt from the pool
ALTER TABLE games ADD COLUMN difficulty INTEGER; -- of the deal, where it is known
ALTER TABLE games ADD COLUMN aided      INTEGER NOT NULL DEFAULT 0 CHECK (aided IN (0, 1)); -- told what no player can see, or the chance
ALTER TABLE games ADD COLUMN analysis   TEXT; -- where it was lost, as the package that found out writes it

-- The figures are read from this index alone, so it has what they are made of now.
DROP INDEX games_record;

CREATE INDEX games_record ON games (player_id, settled_at, id, variant, result, imported, undos, hints, restarts,
    cursor, home, played_ms, started_at, winnable, aided)
    WHERE counted = 1 AND settled_at IS NOT NULL;
