package stats

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// SimulateOptions say what to simulate. The zero value simulates 1,000 data sets with as many topics as the scores have.
type SimulateOptions struct {
	Topics     int           // of each simulated data set; 0: as many as the scores have
	Trials     int           // data sets for each row; 0: 1,000
	Systems    int           // of each simulated family; 0: 10, or all if fewer
	Deltas     []float64     // true differences, in score units, for the power; nil: none
	Tests      []*PairedTest // of pairs
	Procedures []*Procedure  // of families
	Options    Options       // alternative, alpha; Plan.Seed, Plan.Workers; Plan.Replicates is that of each drawn test
}

// Rate is how often something was called significant.
type Rate struct {
	Delta  float64 `json:"delta"` // true difference, in score units; 0: the error rate
	Hits   int     `json:"hits"`
	Trials int     `json:"trials"`
	Rate   float64 `json:"rate"`
	Lo     float64 `json:"lo"` // 99.9 % limits of Clopper and Pearson
	Hi     float64 `json:"hi"`
}

// Simulated is what became of one test or procedure.
type Simulated struct {
	Name   string `json:"name"`
	Family bool   `json:"family"` // a procedure over several systems; else a test of pairs
	Error  Rate   `json:"error"`  // of a test: Type I; of a procedure: families with any false claim
	Power  []Rate `json:"power"`  // of a procedure: share of the shifted system's pairs that were called
}

// TooLiberal tells whether the error rate is above alpha beyond chance: its lower 99.9 % limit is.
func (s Simulated) TooLiberal(alpha float64) bool { return s.Error.Lo > alpha }

// simulateName is the label of the random streams.
const simulateName = "simulate"

// Simulate tells how the tests fare on data like scores, systems by topics: their error rate where there is no difference,
// and their power where there is one. Each data set has topics drawn with replacement and, within each topic, the scores
// of the systems dealt out anew, which makes all systems alike; a test gets two systems, a procedure several, drawn for
// each data set. For the power one system is then raised by the difference. All tests see the same data sets.
//
// The error wraps [ErrTooFew], [ErrTooFewSystems], [ErrNotFinite] or [ErrRange] as that of [Procedure]. It panics if a
// number of topics, systems or trials is negative.
func Simulate(scores *mat.Dense, opt SimulateOptions) ([]Simulated, error) {
	k, n, err := checkMatrix(scores)
	if err != nil {
		return nil, err
	}
	opt = opt.withDefaults(k, n)
	var out []Simulated
	for _, t := range opt.Tests {
		out = append(out, Simulated{Name: t.Name})
	}
	for _, p := range opt.Procedures {
		out = append(out, Simulated{Name: p.Name, Family: true})
	}
	trials := make([]trial, opt.Trials)
	errs := make([]error, opt.Trials)
	done := newCounter(opt.Options.Plan.Progress, opt.Trials)
	resample.Each(opt.Trials, opt.Options.Plan.Workers, func(i int) {
		trials[i], errs[i] = opt.run(scores, i)
		done()
	})
	for i := range trials {
		if errs[i] != nil {
			return nil, fmt.Errorf("data set %d: %w", i+1, errs[i])
		}
	}
	for row := range out {
		out[row].Error = rate(trials, row, 0, 0)
		for d, delta := range opt.Deltas {
			out[row].Power = append(out[row].Power, rate(trials, row, d+1, delta))
		}
	}
	return out, nil
}

func (o SimulateOptions) withDefaults(k, n int) SimulateOptions {
	if o.Topics < 0 || o.Trials < 0 || o.Systems < 0 {
		panic(fmt.Sprintf("stats: simulation of %d topics, %d systems, %d trials", o.Topics, o.Systems, o.Trials))
	}
	if o.Topics == 0 {
		o.Topics = n
	}
	if o.Trials == 0 {
		o.Trials = 1000
	}
	if o.Systems == 0 {
		o.Systems = 10
	}
	o.Systems = min(o.Systems, k)
	o.Options = o.Options.checked()
	o.Options.Test, o.Options.bare = tTest, true // of the pairs beside a procedure; nothing is read from it
	return o
}

// trial is what one data set gave: by row and difference, what was called of what there was to call.
type trial [][]struct{ called, all int }

// run simulates one data set, with a random stream of its own.
func (o SimulateOptions) run(scores *mat.Dense, index int) (trial, error) {
	r := rand.New(resample.Source(o.Options.Plan.Seed, simulateName, index))
	opt := o.Options
	opt.Plan.Seed, opt.Plan.Workers, opt.Plan.Progress = r.Uint64(), 1, nil
	k, n := scores.Dims()
	systems, topics := r.Perm(k)[:o.Systems], make([]int, o.Topics)
	for t := range topics {
		topics[t] = r.IntN(n)
	}
	null := mat.NewDense(o.Systems, o.Topics, nil)
	column := make([]float64, o.Systems)
	pair := mat.NewDense(2, o.Topics, nil)
	for t, from := range topics {
		for s, i := range systems {
			column[s] = scores.At(i, from)
		}
		first := r.IntN(2) // the first two are the pair: dealt out among themselves
		pair.Set(first, t, column[0])
		pair.Set(1-first, t, column[1])
		r.Shuffle(len(column), func(a, b int) { column[a], column[b] = column[b], column[a] })
		null.SetCol(t, column)
	}
	out := make(trial, len(o.Tests)+len(o.Procedures))
	for _, delta := range append([]float64{0}, o.Deltas...) {
		x, m := raised(pair, delta), raised(null, delta)
		opt.shared = new(sharedPairs)
		for row, test := range o.Tests {
			res, err := test.Run(x.RawRowView(0), x.RawRowView(1), opt)
			if err != nil {
				return nil, err
			}
			out[row] = append(out[row], struct{ called, all int }{count(res.P <= opt.Alpha), 1})
		}
		for row, proc := range o.Procedures {
			fam, err := proc.Run(m, opt)
			c := called(fam, delta != 0)
			switch {
			case errors.Is(err, ErrUndefined): // a data set without error variance: nothing is called
				c = struct{ called, all int }{0, 1}
				if delta != 0 {
					c.all = o.Systems - 1
				}
			case err != nil:
				return nil, err
			}
			row += len(o.Tests)
			out[row] = append(out[row], c)
		}
	}
	return out, nil
}

// raised is m with the first row raised by delta.
func raised(m *mat.Dense, delta float64) *mat.Dense {
	if delta == 0 {
		return m
	}
	out := mat.DenseCopyOf(m)
	for t, v := range m.RawRowView(0) {
		out.Set(0, t, v+delta)
	}
	return out
}

// called counts, of a family without differences, whether anything was called; of one whose first system is better, the
// pairs of that system that were.
func called(fam Family, power bool) (c struct{ called, all int }) {
	for _, p := range fam.Pairs {
		significant := p.Adjusted <= fam.Alpha
		switch {
		case power && (p.I == 0 || p.J == 0):
			c.called, c.all = c.called+count(significant), c.all+1
		case !power && significant:
			return struct{ called, all int }{1, 1}
		}
	}
	c.all = max(c.all, 1)
	return c
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rate sums up one row over the data sets. The pairs of one data set are not independent, so that the limits of the
// power of a procedure are those of as many data sets, not pairs.
func rate(trials []trial, row, at int, delta float64) Rate {
	r := Rate{Delta: delta}
	share := 0.0
	for _, t := range trials {
		c := t[row][at]
		r.Hits, r.Trials = r.Hits+c.called, r.Trials+c.all
		share += float64(c.called) / float64(c.all)
	}
	r.Rate = float64(r.Hits) / float64(r.Trials)
	r.Lo, r.Hi = dist.BinomialLimits(int(math.Round(share)), len(trials), limitsConfidence)
	return r
}

// newCounter reports progress from several goroutines.
func newCounter(progress func(done, total int), total int) func() {
	if progress == nil {
		return func() {}
	}
	steps := make(chan struct{}, 1)
	n := 0
	return func() {
		steps <- struct{}{}
		n++
		progress(n, total)
		<-steps
	}
}
