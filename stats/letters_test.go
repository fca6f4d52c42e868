package stats

import (
	"cmp"
	"fmt"
	"maps"
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
		{5, [][2]int{{0, 3}, {0, 4}, {1, 4}}, "a ab abc bc c"}, // runs of neighbours stay whole, though the third needs no b
		{6, [][2]int{{0, 3}, {0, 4}, {0, 5}, {1, 4}, {1, 5}, {2, 5}}, "a ab abc bcd cd d"},
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

// largestGroups are the sets of systems of which no two differ and to which none can be added, as bits, by trying all.
func largestGroups(d Decisions) (groups []int) {
	k := len(d)
	alike := func(set int) bool {
		for i := range k {
			for j := range i {
				if set>>i&1 == 1 && set>>j&1 == 1 && d.differ(i, j) {
					return false
				}
			}
		}
		return true
	}
	for set := 1; set < 1<<k; set++ {
		largest := alike(set)
		for i := range k {
			largest = largest && (set>>i&1 == 1 || !alike(set|1<<i))
		}
		if largest {
			groups = append(groups, set)
		}
	}
	return groups
}

// gapless reports whether each set is a run of neighbours in the order.
func gapless(sets []int, order []int) bool {
	for _, set := range sets {
		var line strings.Builder
		for _, i := range order {
			line.WriteString(string(rune('0' + set>>i&1)))
		}
		if strings.Contains(strings.Trim(line.String(), "0"), "0") {
			return false
		}
	}
	return true
}

// TestLettersLaw: two systems share a letter exactly where they do not differ; the letters are the largest groups if these
// are gapless, else no letter could be taken away.
func TestLettersLaw(t *testing.T) {
	if !lettersHold(t, []int{0, 1, 2}, nil) {
		t.Error("a single group is called gappy")
	}
	if lettersHold(t, []int{0, 1, 2}, [][2]int{{0, 1}}) {
		t.Error("groups with a gap are called whole")
	}
	rapid.Check(t, func(r *rapid.T) {
		k := rapid.IntRange(1, 10).Draw(r, "systems")
		share := rapid.Float64Range(0, 1).Draw(r, "share")
		rng := rand.New(resample.Source(rapid.Uint64().Draw(r, "seed"), "letters", 0))
		order := rng.Perm(k)
		var differ [][2]int
		if rapid.Bool().Draw(r, "by size") { // the size of a difference decides, as in randomised Tukey HSD
			means := make([]float64, k)
			for i := range means {
				means[i] = rng.Float64()
			}
			slices.SortFunc(order, func(i, j int) int { return cmp.Compare(means[j], means[i]) })
			for _, p := range AllPairs(k) {
				if max(means[p[0]]-means[p[1]], means[p[1]]-means[p[0]]) > share {
					differ = append(differ, p)
				}
			}
		} else {
			for _, p := range AllPairs(k) {
				if rng.Float64() < share {
					differ = append(differ, p)
				}
			}
		}
		lettersHold(r, order, differ)
	})
}

// lettersHold checks the letters of systems in an order where some pairs differ, and reports whether the largest groups
// are gapless.
func lettersHold(r interface{ Errorf(string, ...any) }, order []int, differ [][2]int) bool {
	d := decisionsOf(len(order), differ...)
	letters := d.Letters(order)
	shared := func(i, j int) (n int) {
		for _, l := range letters[i] {
			if slices.Contains(letters[j], l) {
				n++
			}
		}
		return n
	}
	for _, p := range AllPairs(len(order)) {
		if (shared(p[0], p[1]) == 0) != slices.Contains(differ, p) {
			r.Errorf("%v of %v: letters %v", p, differ, letters)
		}
	}
	if letters[order[0]][0] != "a" {
		r.Errorf("the best system has %v", letters[order[0]])
	}
	if groups := largestGroups(d); gapless(groups, order) {
		sets := map[string]int{}
		for i, l := range letters {
			for _, name := range l {
				sets[name] |= 1 << i
			}
		}
		if got := slices.Sorted(maps.Values(sets)); !slices.Equal(got, groups) {
			r.Errorf("letters %v, want the groups %b", letters, groups)
		}
		return true
	}
	// Any one entry is needed by some pair, or is a system's only letter.
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
	return false
}

func TestRankInterval(t *testing.T) {
	d := decisionsOf(4, [2]int{0, 2}, [2]int{0, 3}, [2]int{1, 3})
	var got strings.Builder
	for i := range d {
		lo, hi := d.RankInterval(i)
		got.WriteString(fmt.Sprint(lo, "-", hi, " "))
	}
	if got.String() != "1-2 1-3 2-4 3-4 " {
		t.Errorf("rank intervals %s", got.String())
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
