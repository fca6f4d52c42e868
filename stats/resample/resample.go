// Package resample runs seeded work in parallel with results that do not depend on the number of processors.
//
// Random work is cut into blocks of [BlockSize] replicates. Each block has its own random stream, derived from the
// plan's seed, a label and the block's index, and its result lands in its own slot; so the same plan gives the same
// results on one processor and on a hundred.
package resample

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
)

// BlockSize is the number of replicates that share one random stream.
const BlockSize = 1024

// DefaultReplicates is the number of replicates of a [Plan] that does not say.
const DefaultReplicates = 100_000

// Plan says how to resample. The zero Plan is usable: seed 0, [DefaultReplicates], all processors.
type Plan struct {
	Seed       uint64
	Replicates int                   // 0 means DefaultReplicates
	First      int                   // replicates drawn before: Map leaves out the whole blocks of them
	Workers    int                   // 0 means GOMAXPROCS; never changes a result
	Progress   func(done, total int) // called from any worker, one call at a time; nil: nobody watches
}

// Count is the number of replicates asked for.
func (p Plan) Count() int {
	if p.Replicates > 0 {
		return p.Replicates
	}
	return DefaultReplicates
}

// Block is one share of the work: replicates Lo to Hi−1, and the random stream that belongs to them.
type Block struct {
	Index, Lo, Hi int
	Rand          *rand.Rand
	Source        *rand.PCG // what Rand draws from, for inner loops that cannot pay for the interface
}

// Source is the random stream of one block: PCG seeded with SHA-256 of seed, label and index. Hashing keeps streams of
// different labels apart whatever the labels are.
func Source(seed uint64, label string, index int) *rand.PCG {
	buf := make([]byte, 16, 16+len(label))
	binary.LittleEndian.PutUint64(buf, seed)
	binary.LittleEndian.PutUint64(buf[8:], uint64(index))
	sum := sha256.Sum256(append(buf, label...))
	return rand.NewPCG(binary.LittleEndian.Uint64(sum[:8]), binary.LittleEndian.Uint64(sum[8:16]))
}

// Map calls f once for each block of the plan's replicates and returns the results in block order. f runs on several
// goroutines at once and must not share state. The label names the random stream: use the name of the test, not of the
// pair, so that all pairs see the same replicates.
//
// To go on after some replicates, put their number into p.First and that of all into p.Replicates: the first block is then
// the one that replicate First is in, from its beginning. Replicates are the same whether they are drawn at once or not.
func Map[T any](p Plan, label string, f func(Block) T) []T {
	total, first := p.Count(), p.First/BlockSize
	n := max((total+BlockSize-1)/BlockSize-first, 0)
	out := make([]T, n)
	var mu sync.Mutex
	done := first * BlockSize
	Each(n, p.Workers, func(i int) {
		index := first + i
		src := Source(p.Seed, label, index)
		b := Block{Index: index, Lo: index * BlockSize, Hi: min((index+1)*BlockSize, total), Rand: rand.New(src), Source: src}
		out[i] = f(b)
		if p.Progress != nil {
			mu.Lock()
			done += b.Hi - b.Lo
			p.Progress(done, total)
			mu.Unlock()
		}
	})
	return out
}

// Each calls f(0) to f(n−1), on up to workers goroutines (0 means GOMAXPROCS). It is for jobs without randomness, and,
// with [Map], the only place where this project starts goroutines. A panic in f stops the program.
func Each(n, workers int, f func(i int)) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, n)
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(i)
			}
		})
	}
	wg.Wait()
}
