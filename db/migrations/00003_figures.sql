-- +goose Up

-- The figures of a player are read from this index alone: five thousand games lie on five thousand pages of
-- the table. A save of a move still writes to no index, as an open game is in none that has its columns.
DROP INDEX games_record;

CREATE INDEX games_record ON games (player_id, settled_at, id, variant, result, imported, undos, hints, restarts,
    cursor, home, played_ms, started_at)
    WHERE counted = 1 AND settled_at IS NOT NULL;

CREATE INDEX games_daily_player ON games (player_id, settled_at, id) WHERE daily IS NOT NULL;
