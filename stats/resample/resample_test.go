package resample_test

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"sigrel/stats/resample"
)

// draws are the first words of every block.
func draws(p resample.Plan, label string) []uint64 {
	return resample.Map(p, label, func(b resample.Block) uint64 { return b.Rand.Uint64() })
}

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		replicates, blocks, last int
	}{{1, 1, 1}, {1024, 1, 1024}, {1025, 2, 1}, {100_000, 98, 672}, {0, 98, 672}} {
		got := resample.Map(resample.Plan{Replicates: c.replicates}, "x", func(b resample.Block) [3]int { return [3]int{b.Index, b.Lo, b.Hi} })
		if len(got) != c.blocks || got[len(got)-1][2]-got[len(got)-1][1] != c.last {
			t.Errorf("%d replicates: %d blocks, the last of %v", c.replicates, len(got), got[len(got)-1])
		}
		at := 0
		for i, b := range got {
			if b[0] != i || b[1] != at {
				t.Fatalf("%d replicates: block %d is %v, want it to start at %d", c.replicates, i, b, at)
			}
			at = b[2]
		}
	}
}

// TestGoOn: what is drawn after a first part is what would have been drawn at once.
func TestGoOn(t *testing.T) {
	replicates := func(p resample.Plan) []uint64 {
		var out []uint64
		for _, block := range resample.Map(p, "x", func(b resample.Block) []uint64 {
			var words []uint64
			for r := b.Lo; r < b.Hi; r++ {
				if w := b.Rand.Uint64(); r >= p.First {
					words = append(words, w)
				}
			}
			return words
		}) {
			out = append(out, block...)
		}
		return out
	}
	all := replicates(resample.Plan{Seed: 1, Replicates: 5000})
	for _, first := range []int{0, 1, 1000, 1024, 1025, 2048, 4999, 5000} {
		last := 0
		got := replicates(resample.Plan{Seed: 1, Replicates: 5000, First: first, Workers: 1, Progress: func(done, total int) { last = done }})
		if !slices.Equal(got, all[first:]) {
			t.Errorf("from replicate %d on: %d words, not those of all", first, len(got))
		}
		if last != 5000 {
			t.Errorf("from replicate %d on: progress ends at %d", first, last)
		}
	}
}

// TestSource takes the definition at its word: PCG seeded with SHA-256 of seed, index (little endian) and label.
func TestSource(t *testing.T) {
	buf := binary.LittleEndian.AppendUint64(nil, 7)
	buf = binary.LittleEndian.AppendUint64(buf, 3)
	sum := sha256.Sum256(append(buf, "test"...))
	want := rand.NewPCG(binary.LittleEndian.Uint64(sum[:8]), binary.LittleEndian.Uint64(sum[8:16]))
	got := resample.Source(7, "test", 3)
	for range 5 {
		if g, w := got.Uint64(), want.Uint64(); g != w {
			t.Fatalf("got %d, want %d", g, w)
		}
	}
}

func TestProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	first := draws(resample.Plan{Seed: 1}, "x")
	for _, n := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(n)
		for _, workers := range []int{0, 1, 3} {
			if !slices.Equal(draws(resample.Plan{Seed: 1, Workers: workers}, "x"), first) {
				t.Errorf("%d processors, %d workers: other draws", n, workers)
			}
		}
	}
	if slices.Equal(draws(resample.Plan{Seed: 1}, "y"), first) || slices.Equal(draws(resample.Plan{Seed: 2}, "x"), first) {
		t.Error("another label or seed gives the same draws")
	}
}

// TestStreams: blocks do not repeat one another. Among n words of 64 bits a repetition has probability below n²/2^65.
func TestStreams(t *testing.T) {
	seen := make(map[uint64]bool)
	ones := 0.0
	for _, label := range []string{"randomized-tukey", "bootstrap"} {
		for _, w := range draws(resample.Plan{Replicates: 1_000_000}, label) {
			if seen[w] {
				t.Fatalf("word %d twice", w)
			}
			seen[w] = true
			for ; w != 0; w &= w - 1 {
				ones++
			}
		}
	}
	n := 64 * float64(len(seen))
	if z := (ones - n/2) / math.Sqrt(n/4); math.Abs(z) > 4 {
		t.Errorf("share of ones %v, z = %.1f", ones/n, z)
	}
}

func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		for _, workers := range []int{0, 1, 4} {
			calls := make([]atomic.Int32, n)
			resample.Each(n, workers, func(i int) { calls[i].Add(1) })
			for i := range calls {
				if calls[i].Load() != 1 {
					t.Errorf("%d jobs, %d workers: job %d ran %d times", n, workers, i, calls[i].Load())
				}
			}
		}
	}
}

func TestProgress(t *testing.T) {
	last := 0
	resample.Map(resample.Plan{Replicates: 5000, Progress: func(done, total int) {
		if total != 5000 || done <= last || done > total {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
	}}, "x", func(resample.Block) int { return 0 })
	if last != 5000 {
		t.Errorf("progress ended at %d", last)
	}
}

func BenchmarkSource(b *testing.B) {
	for b.Loop() {
		resample.Source(1, "randomized-tukey", 5)
	}
}
