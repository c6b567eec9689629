package db

import "context"

// Figures are the counts of a record. A streak is a number of wins with no loss between them, in the
// order in which the games ended.
type Figures struct {
	Played int `json:"played"`
	Won    int `json:"won"`
	Streak int `json:"streak"` // the wins since the last loss
	Best   int `json:"best"`   // the longest streak
}

// Record is what a player's counted, settled games come to.
type Record struct {
	All Figures            `json:"all"` // streaks here run across the variants
	By  map[string]Figures `json:"by"`  // by slug; only variants with a settled game
}

// Record works out the record of a player from the settled games. A player who has none, or does not
// exist, has zeros. (In SQL, with window functions, it took twice the time.)
func (s *Store) Record(ctx context.Context, player int64) (Record, error) {
	games, err := s.Counted(ctx, player)
	if err != nil {
		return Record{}, err
	}
	return recordOf(games), nil
}

func recordOf(games []Settled) Record {
	by := map[string][]Settled{}
	for _, g := range games {
		by[g.Variant.Slug] = append(by[g.Variant.Slug], g)
	}
	r := Record{All: Fold(games).figures(), By: make(map[string]Figures, len(by))}
	for slug, list := range by {
		r.By[slug] = Fold(list).figures()
	}
	return r
}

func (s Stats) figures() Figures { return Figures{s.Played, s.Won, s.Streak, s.Best} }
