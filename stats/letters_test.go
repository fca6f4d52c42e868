package stats

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// decisionsOf makes k systems, best first, of which the pairs differ.
func decisionsOf(k int, pairs ...[2]int) Decisions {
	f := Family{Systems: k, Alpha: .05}
	for _, p := range AllPairs(k) {
		pair := Pair{I: p[0], J: p[1], Adjusted: .5, Result: Result{Estimate: 1}}
		if slices.Contains(pairs, p) {
			pair.Adjusted = .05
		}
		f.Pairs = append(f.Pairs, pair)
	}
	return f.Decisions()
}

func joined(letters [][]string) (out []string) {
	for _, l := range letters {
		out = append(out, strings.Join(l, ""))
	}
	return out
}

func TestLetters(t *testing.T) {
	for _, c := range []struct {
		k     int
		pairs [][2]int
		want  string
	}{
		{3, nil, "a a a"},
		{3, AllPairs(3), "a b c"},
		{3, [][2]int{{0, 2}}, "a ab b"},
		{4, [][2]int{{0, 2}, {0, 3}, {1, 3}}, "a ab bc c"},
		{4, [][2]int{{0, 1}, {0, 2}, {0, 3}}, "a b b b"},
		{4, [][2]int{{0, 3}, {1, 2}}, "ab ac bd cd"}, // no interval order: each of the four pairs left needs a letter
		{5, [][2]int{{0, 4}}, "a ab ab ab b"},
	} {
		got := strings.Join(joined(decisionsOf(c.k, c.pairs...).Letters(indices(c.k))), " ")
		if got != c.want {
			t.Errorf("%d systems, %v differ: %q, want %q", c.k, c.pairs, got, c.want)
		}
	}
	// The order says who is best, not the row.
	if got := joined(decisionsOf(3, [2]int{0, 2}).Letters([]int{2, 1, 0})); !slices.Equal(got, []string{"b", "ab", "a"}) {
		t.Errorf("upside down: %v", got)
	}
	// An untested pair: no letters.
	d := decisionsOf(3)
	d[0][1], d[1][0] = Untested, Untested
	if got := d.Letters(indices(3)); got != nil {
		t.Errorf("with an untested pair: %v", got)
	}
	// Sixteen pairs of twins that differ leave 2^16 sets: too many.
	var twins [][2]int
	for i := range 16 {
		twins = append(twins, [2]int{2 * i, 2*i + 1})
	}
	if got := decisionsOf(32, twins...).Letters(indices(32)); got != nil {
		t.Errorf("65,536 letters: %v", got)
	}
	if !panics(func() { d.Letters([]int{0, 0, 1}) }) || !panics(func() { d.Letters([]int{0, 1}) }) {
		t.Error("an order that is none is taken")
	}
	for c, want := range map[int]string{0: "a", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz"} {
		if got := letter(c); got != want {
			t.Errorf("letter %d is %q, want %q", c, got, want)
		}
	}
}

// TestLettersLaw: two systems share a letter exactly where they do not differ; no letter could be taken away.
func TestLettersLaw(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		k := rapid.IntRange(1, 12).Draw(r, "systems")
		share := rapid.Float64Range(0, 1).Draw(r, "share")
		rng := rand.New(resample.Source(rapid.Uint64().Draw(r, "seed"), "letters", 0))
		var differ [][2]int
		for _, p := range AllPairs(k) {
			if rng.Float64() < share {
				differ = append(differ, p)
			}
		}
		order := rng.Perm(k)
		letters := decisionsOf(k, differ...).Letters(order)
		shared := func(i, j int) (n int) {
			for _, l := range letters[i] {
				if slices.Contains(letters[j], l) {
					n++
				}
			}
			return n
		}
		for _, p := range AllPairs(k) {
			if (shared(p[0], p[1]) == 0) != slices.Contains(differ, p) {
				r.Errorf("%v of %v: letters %v", p, differ, letters)
			}
		}
		if letters[order[0]][0] != "a" {
			r.Errorf("the best system has %v", letters[order[0]])
		}
		// Swept: any one entry is needed by some pair, or is a system's only letter.
		for i := range letters {
			for _, l := range letters[i] {
				needed := len(letters[i]) == 1
				for j := range letters {
					needed = needed || j != i && slices.Contains(letters[j], l) && shared(i, j) == 1
				}
				if !needed {
					r.Errorf("%q of system %d is not needed: %v", l, i, letters)
				}
			}
		}
	})
}

func TestRankInterval(t *testing.T) {
	d := decisionsOf(4, [2]int{0, 2}, [2]int{0, 3}, [2]int{1, 3})
	got := ""
	for i := range d {
		lo, hi := d.RankInterval(i)
		got += fmt.Sprint(lo, "-", hi, " ")
	}
	if got != "1-2 1-3 2-4 3-4 " {
		t.Errorf("rank intervals %s", got)
	}
	// A negative difference is the other way round, and what was not tested decides nothing.
	f := Family{Systems: 3, Alpha: .05, Pairs: []Pair{{I: 0, J: 2, Adjusted: .01, Result: Result{Estimate: -1}}}}
	d = f.Decisions()
	if d[0][2] != Worse || d[2][0] != Better || d[0][1] != Untested || d[1][1] != NotSeparated {
		t.Errorf("decisions %v", d)
	}
	if lo, hi := d.RankInterval(0); lo != 2 || hi != 3 {
		t.Errorf("rank interval %d-%d", lo, hi)
	}
}

func BenchmarkLetters(b *testing.B) {
	// 60 systems of which those more than 12 places apart differ, and some nearer ones.
	rng := rand.New(resample.Source(1, "letters", 0))
	var differ [][2]int
	for _, p := range AllPairs(60) {
		if gap := p[1] - p[0]; gap > 12 || rng.IntN(30) < gap {
			differ = append(differ, p)
		}
	}
	d := decisionsOf(60, differ...)
	order := indices(60)
	for b.Loop() {
		d.Letters(order)
	}
}
