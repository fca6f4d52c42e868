package reliability

import "gonum.org/v1/gonum/floats"

// light is the mean of Cohen's κ over the pairs of judges (Light 1971), each over the units that both labelled.
type light struct{ pairs []*ofPair }

// ofPair is Cohen's κ of two judges of several; at is the pattern of the two that each pattern of all is, −1 if none.
type ofPair struct {
	kappa measured
	at    []int
	n     int
}

func newLight(s *labelSheet) *light {
	l := new(light)
	for i := range s.judges {
		for j := i + 1; j < s.judges; j++ {
			at := make([]int, len(s.patterns))
			var patterns [][]int
			for p, labels := range s.patterns {
				if at[p] = -1; labels[i] != Unlabelled && labels[j] != Unlabelled {
					at[p] = len(patterns)
					patterns = append(patterns, []int{labels[i], labels[j]})
				}
			}
			l.pairs = append(l.pairs, &ofPair{cohen(unweighted)(newLabelSheet(s.scale, 2, patterns)), at, len(patterns)})
		}
	}
	return l
}

func (p *ofPair) weights(w []float64) []float64 {
	out := make([]float64, p.n)
	for i, at := range p.at {
		if at >= 0 {
			out[at] = w[i]
		}
	}
	return out
}

func (l *light) value(w []float64) (float64, string) {
	var sum float64
	for _, p := range l.pairs {
		own := p.weights(w)
		if floats.Sum(own) == 0 {
			return 0, "two of the judges have no document in common"
		}
		v, reason := p.kappa.value(own)
		if reason != "" {
			return 0, "κ of two of the judges does not exist: " + reason
		}
		sum += v
	}
	return sum / float64(len(l.pairs)), ""
}

func (l *light) gradient(w []float64) []float64 {
	out := make([]float64, len(w))
	for _, p := range l.pairs {
		own := p.kappa.gradient(p.weights(w))
		for i, at := range p.at {
			if at >= 0 {
				out[i] += own[at] / float64(len(l.pairs))
			}
		}
	}
	return out
}
