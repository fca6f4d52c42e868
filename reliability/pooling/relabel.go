package pooling

import (
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// labels give every hole of every topic a grade, by its number; NaN where it stays without one.
type labels [][]float64

// noLabels leaves all holes as they are.
func (h *Holes) noLabels() labels {
	out := make(labels, len(h.topics))
	for i := range h.topics {
		out[i] = make([]float64, len(h.topics[i].docs))
		for n := range out[i] {
			out[i][n] = math.NaN()
		}
	}
	return out
}

// means are the mean scores of all runs under labels.
func (h *Holes) means(m metrics.Applied, l labels) []float64 {
	scores := make([][]float64, len(h.topics))
	resample.Each(len(h.topics), h.opt.Workers, func(i int) {
		t := &h.topics[i]
		ideal := t.idealWith(l[i])
		for r := range t.lists {
			scores[i] = append(scores[i], m.Value(h.judged(t.lists[r].labelled(l[i]), ideal)))
		}
	})
	out := make([]float64, len(h.runs))
	for _, s := range scores {
		for r, x := range s {
			out[r] += x / float64(len(h.topics))
		}
	}
	return out
}

func (h *Holes) judged(grades, ideal []float64) metrics.Judged {
	return metrics.Judged{Gains: grades, Ideal: ideal, Level: h.level, Top: h.top}
}

// idealWith are the grades of the judged documents and of the holes that have one, decreasing.
func (t *holeTopic) idealWith(grades []float64) []float64 {
	out := slices.Clone(t.ideal)
	for _, g := range grades {
		if !math.IsNaN(g) {
			out = append(out, g)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// labelled are the grades by rank with those of the holes.
func (l *listing) labelled(grades []float64) []float64 {
	out := slices.Clone(l.grades)
	for _, x := range l.holes {
		out[x.rank-1] = grades[x.number]
	}
	return out
}

// Condensed are the mean scores of all runs with what is not judged left out of their rankings (Sakai, "Alternatives to
// bpref", SIGIR 2007). Runs that were not pooled tend to gain by it.
func (h *Holes) Condensed(m metrics.Applied) []float64 {
	out := make([]float64, len(h.runs))
	for i := range h.topics {
		t := &h.topics[i]
		for r := range t.lists {
			grades := slices.DeleteFunc(slices.Clone(t.lists[r].grades), math.IsNaN)
			out[r] += m.Value(h.judged(grades, t.ideal)) / float64(len(h.topics))
		}
	}
	return out
}

// Residual is the mean of what unjudged documents could add to the score of a run, by a measure that knows: see
// [metrics.Measure]. It panics if the measure has none.
func (h *Holes) Residual(m metrics.Applied, run int) float64 {
	sum := 0.0
	for i := range h.topics {
		t := &h.topics[i]
		sum += m.Residual(h.judged(t.lists[run].grades, t.ideal), m.Args)
	}
	return sum / float64(len(h.topics))
}

// Means are the mean scores of all runs as judged.
func (h *Holes) Means(m metrics.Applied) []float64 { return h.means(m, h.noLabels()) }

// RankRange says which ranks a run can have among all runs, over every common filling of their holes. A rank is 1 + the
// number of runs with a greater mean.
type RankRange struct {
	Now int `json:"now"`
	// No filling gives a better rank than Best or a worse one than Worst.
	Best  int `json:"best"`
	Worst int `json:"worst"`
	// Some filling that was tried gives these.
	ReachedBest  int `json:"reached_best"`
	ReachedWorst int `json:"reached_worst"`
}

// Ranks bounds the rank of a run over every filling of the holes of all runs. Runs that are better under every filling
// stay above, and those that are better under none below. The fillings tried are: what helps the run most by itself, all
// of its holes relevant, and the holes of the others relevant that it does not share. Errors are those of [Holes.Pair].
func (h *Holes) Ranks(m metrics.Applied, run int) (*RankRange, error) {
	out := &RankRange{Now: h.rankIn(h.Means(m), run), Best: 1, Worst: 1}
	for r := range h.runs {
		if r == run {
			continue
		}
		p, err := h.Pair(m, run, r, HolesOfAll)
		if err != nil {
			return nil, err
		}
		if p.Hi < -same {
			out.Best++
		}
		if p.Lo < -same {
			out.Worst++
		}
	}
	out.ReachedBest, out.ReachedWorst = out.Now, out.Now
	for _, l := range h.extremes(m, run) {
		rank := h.rankIn(h.means(m, l), run)
		out.ReachedBest, out.ReachedWorst = min(out.ReachedBest, rank), max(out.ReachedWorst, rank)
	}
	return out, nil
}

func (h *Holes) rankIn(means []float64, run int) int { return stats.Ranks(means)[run] }

// extremes are fillings that are likely to be good or bad for a run.
func (h *Holes) extremes(m metrics.Applied, run int) []labels {
	all, best, others := h.noLabels(), h.noLabels(), h.noLabels()
	fill, err := h.filling(m)
	for i := range h.topics {
		t := &h.topics[i]
		for r := range t.lists {
			for _, x := range t.lists[r].holes {
				if h.opt.Depth == 0 || int(x.rank) <= h.opt.Depth {
					all[i][x.number], best[i][x.number], others[i][x.number] = 0, 0, h.most()
				}
			}
		}
		own := slices.Clone(t.lists[run].holes)
		slices.SortFunc(own, func(x, y rankedHole) int { return int(x.rank - y.rank) })
		uppermost := 0
		if err == nil {
			curve := h.duel(t, m, fill, run, none, HolesOfBoth).most().curve
			for n := range curve {
				if curve[n] > curve[uppermost] {
					uppermost = n
				}
			}
		}
		for k, x := range own {
			if math.IsNaN(all[i][x.number]) {
				continue
			}
			all[i][x.number], others[i][x.number] = h.most(), 0
			if k < uppermost {
				best[i][x.number] = h.most()
			}
		}
	}
	return []labels{all, best, others}
}
