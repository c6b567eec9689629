package game

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write the golden deals anew")

// The five numbers are published for the seed 1234567 (Rosetta Code, "Pseudo-random numbers/Splitmix64").
func TestTheGeneratorIsSplitMix64(t *testing.T) {
	g := splitMix64(1234567)
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	} {
		if got := g.next(); got != want {
			t.Errorf("number %d is %d, want %d", i+1, got, want)
		}
	}
}

// With n = 3·2³⁰ a quarter of the draws falls into the incomplete block and is drawn again.
func TestDrawsOfTheIncompleteBlockAreRejected(t *testing.T) {
	const n = 3 << 30
	g, raw := splitMix64(1), splitMix64(1)
	rejected := 0
	for range 1000 {
		got := g.below(n)
		want := raw.next() >> 32
		for want >= n {
			rejected++
			want = raw.next() >> 32
		}
		if uint64(got) != want {
			t.Fatalf("below is %d, want %d", got, want)
		}
	}
	if rejected < 250 || rejected > 420 {
		t.Errorf("%d draws were rejected", rejected)
	}
	for _, n := range []uint32{1, 2, 3, 104, math.MaxUint32} {
		for range 100 {
			if got := g.below(n); got >= n {
				t.Fatalf("%d is not below %d", got, n)
			}
		}
	}
}

func TestDealsAreThoseOfTheGoldenFiles(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		for _, n := range []uint32{1, 17, 1234567, 4294967295} {
			file := filepath.Join("testdata", "deals", fmt.Sprintf("%s-%d.txt", v.Slug, n))
			got := v.Deal(n).String()
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("deal %d is\n%s, want\n%s", n, got, want)
			}
		}
	})
}

func TestTheNumberDealsTheSamePackInEveryGame(t *testing.T) {
	for n := uint32(1); n <= 50; n++ {
		want := Variants[0].pack(n)
		for _, v := range Variants {
			if got := v.pack(n); !v.AcesOut && !slices.Equal(got, want) {
				t.Errorf("deal %d of %s is another pack", n, v.Slug)
			}
		}
	}
}

func TestDealsDiffer(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		met := map[string]uint32{}
		for n := range uint32(2000) {
			key := identity(v.Deal(n + 1))
			if other, ok := met[key]; ok {
				t.Fatalf("deals %d and %d are the same", other, n+1)
			}
			met[key] = n + 1
		}
	})
}

// Each card comes about equally often to the first place, the last of the stock, and one between. The
// sum of squares has 103 degrees of freedom (95 in Lucas): beyond 165 it is one chance in ten thousand.
func TestEachCardIsDealtToEachPlaceAboutEquallyOften(t *testing.T) {
	const deals = 20_000
	for _, v := range []*Variant{BySlug("forty-thieves"), BySlug("lucas")} {
		places := []int{0, 50, v.packSize() - 1}
		var counts [3][128]int
		for n := range uint32(deals) {
			pack := v.pack(n + 1)
			for i, place := range places {
				counts[i][pack[place]]++
			}
		}
		for i, place := range places {
			sum, want, cards := 0.0, deals/float64(v.packSize()), 0
			for _, n := range counts[i] {
				if n > 0 {
					cards++
					sum += (float64(n) - want) * (float64(n) - want) / want
				}
			}
			if cards != v.packSize() || sum > 165 {
				t.Errorf("%s: %d cards come to place %d, with a sum of squares of %.0f", v.Slug, cards, place+1, sum)
			}
		}
	}
}
