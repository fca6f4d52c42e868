package pooling

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats"
)

// firstRank is the least rank at which a pooled run has d; 0: none does.
func (c collection) firstRank(t metrics.Topic, d metrics.Doc) int {
	best := 0
	for _, r := range c.runs {
		docs := slices.Clone(r.Topics[t])
		slices.SortFunc(docs, func(a, b metrics.Scored) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Doc, a.Doc))
		})
		for k, s := range docs {
			if s.Doc == d && !r.Unpooled && (best == 0 || k+1 < best) {
				best = k + 1
			}
		}
	}
	return best
}

func (c collection) topicsOf() []metrics.Topic { return slices.Sorted(maps.Keys(c.qrels)) }

// matrix is the scores of all runs, topics in byte order.
func (c collection) matrix(q metrics.Qrels, m metrics.Applied) *mat.Dense {
	gold, topics := q.Gold(1), c.topicsOf()
	out := mat.NewDense(len(c.runs), len(topics), nil)
	for i, r := range c.runs {
		for j, t := range topics {
			out.Set(i, j, m.Value(gold.Judge(t, r.Ranked(t))))
		}
	}
	return out
}

func means(scores *mat.Dense) []float64 {
	rows, columns := scores.Dims()
	out := make([]float64, rows)
	for i := range out {
		for _, v := range scores.RawRowView(i) {
			out[i] += v / float64(columns)
		}
	}
	return out
}

// TestNaiveSweep recounts the sweep with judgments that are built document by document.
func TestNaiveSweep(t *testing.T) {
	ms := find(t, "AP", "P@3", "Bpref")
	rapid.Check(t, func(t *rapid.T) {
		c := drawCollection(t)
		p, err := Build(c.runs, c.qrels, Options{Depth: AllRanks, Workers: rapid.IntRange(1, 3).Draw(t, "workers")})
		if err != nil {
			t.Fatal(err)
		}
		depths := []int{1, 2, 4, 7}[:rapid.IntRange(1, 4).Draw(t, "depths")]
		sweeps, err := p.Sweep(ms, SweepOptions{Depths: depths})
		if p.deepest() == 0 {
			if err == nil {
				t.Fatal("no error where nothing was pooled")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for m := range ms {
			full := c.matrix(c.qrels, ms[m])
			for i, got := range append(slices.Clone(sweeps[m].Depths), sweeps[m].Full) {
				depth := math.MaxInt
				if i < len(depths) {
					depth = depths[i]
				}
				c.checkPoint(t, got, depth, i == len(depths), ms[m], full)
			}
		}
	})
}

func (c collection) checkPoint(t *rapid.T, got SweepPoint, depth int, all bool, m metrics.Applied, full *mat.Dense) {
	q := metrics.Qrels{}
	judged, relevant := 0, 0
	for topic, docs := range c.qrels {
		q[topic] = map[metrics.Doc]metrics.Grade{}
		for d, g := range docs {
			if first := c.firstRank(topic, d); !all && (first == 0 || first > depth) {
				continue
			}
			q[topic][d] = g
			if g >= 0 {
				judged++
			}
			if g > 0 {
				relevant++
			}
		}
	}
	if got.Judged != judged || got.Relevant != relevant || (got.Depth == nil) != all {
		t.Fatalf("depth %d: %d judged, %d relevant; want %d, %d", depth, got.Judged, got.Relevant, judged, relevant)
	}
	scores := c.matrix(q, m)
	is, was := means(scores), means(full)
	var diff float64
	change := 0
	ranksIs, ranksWas := stats.Ranks(is), stats.Ranks(was)
	for i := range is {
		diff += math.Abs(is[i]-was[i]) / float64(len(is))
		change = max(change, ranksIs[i]-ranksWas[i], ranksWas[i]-ranksIs[i])
	}
	if math.Abs(got.MeanAbsDifference-diff) > 1e-13 || got.MaxRankChange != change {
		t.Fatalf("depth %d, %s: |Δ| %v, rank change %d; want %v, %d", depth, m, got.MeanAbsDifference, got.MaxRankChange, diff, change)
	}
	tau, err := stats.TauB(was, is)
	equal(t, "τ", got.Tau, tau, err == nil)
	g, err := reliability.Study(scores)
	erho2 := 0.0
	if err == nil {
		_, topics := scores.Dims()
		erho2 = g.Coefficient(reliability.ERho2, topics)
	}
	equal(t, "Eρ²", got.ERho2, erho2, err == nil)
	runs, topics := scores.Dims()
	hits, pairs := 0, 0
	for i := range runs {
		for j := range i {
			if topics < 2 {
				continue
			}
			r, err := stats.TTest(scores.RawRowView(i), scores.RawRowView(j), stats.Options{})
			if err != nil {
				t.Fatal(err)
			}
			pairs++
			if r.P <= 0.05 {
				hits++
			}
		}
	}
	equal(t, "power", got.Power, float64(hits)/max(1, float64(pairs)), pairs > 0)
}

// equal fails unless got is want, or nil where want is not defined.
func equal(t *rapid.T, what string, got *float64, want float64, defined bool) {
	if (got != nil) != defined || defined && math.Abs(*got-want) > 1e-12 {
		t.Fatalf("%s: got %v, want %v (defined: %v)", what, got, want, defined)
	}
}
