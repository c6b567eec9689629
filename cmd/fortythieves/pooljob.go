package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"runtime/debug"
	"time"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/pool"
	"fortythieves/game/solver"
)

const (
	poolEvery = 20 * time.Second // between two deals that are tried
	poolMost  = 300              // winnable deals of a game that are enough
)

var poolBudget = solver.Budget{Nodes: 200_000, Bytes: 12 << 20}

// filling puts the deals that come with the program into the store, and then, now and then while nobody wants the
// solver, tries another deal of the game that has the fewest.
func filling(store *db.Store, desk *solver.Desk) job {
	var shipped *pool.Pool
	return job{"find winnable deals", poolEvery, func(ctx context.Context) error {
		if shipped == nil {
			p, err := pool.Load()
			if err != nil {
				return err
			}
			if err := store.AddWinnable(ctx, winnable(p, p.Deals...)); err != nil { // those it has stay
				return err
			}
			p.Deals, shipped = nil, p // what divides them is enough from now on
		}
		v, err := fewest(ctx, store)
		if v == nil || err != nil {
			return err
		}
		sv, work, ok := desk.Spare(ctx)
		if !ok {
			return nil
		}
		defer debug.FreeOSMemory() // a search leaves much behind on a small machine
		defer desk.Release(sv)
		var b [4]byte
		if _, err := rand.Read(b[:]); err != nil {
			return err
		}
		d, ok := pool.Find(work, sv, v, max(1, binary.LittleEndian.Uint32(b[:])), poolBudget)
		if !ok {
			return nil
		}
		return store.AddWinnable(ctx, winnable(shipped, d))
	}}
}

// fewest is the variant with the fewest winnable deals, nil if all have enough.
func fewest(ctx context.Context, store *db.Store) (v *game.Variant, err error) {
	sizes, err := store.PoolSizes(ctx)
	least := poolMost
	for _, w := range game.Variants {
		if n := sizes[w.Slug]; n < least {
			v, least = w, n
		}
	}
	return v, err
}

// winnable are deals as the store keeps them.
func winnable(p *pool.Pool, deals ...pool.Deal) []db.Winnable {
	list := make([]db.Winnable, len(deals))
	for i, d := range deals {
		list[i] = db.Winnable{Slug: d.Variant.Slug, Deal: d.Number, Difficulty: p.Difficulty(d), Line: game.FormatMoves(d.Line)}
	}
	return list
}
