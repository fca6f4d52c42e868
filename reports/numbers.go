package reports

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
)

// mean of values, of which there is at least one.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// meanSD is the mean of values and their standard deviation, nil for one.
func meanSD(values []float64) (float64, *float64) {
	m := mean(values)
	if len(values) < 2 {
		return m, nil
	}
	squares := 0.0
	for _, v := range values {
		squares += float64((v - m) * (v - m))
	}
	return m, new(math.Sqrt(squares / float64(len(values)-1)))
}

// meanOf is the mean of what is there, and of how many; nil of none.
func meanOf[T any](list []T, get func(T) *float64) (*float64, int) {
	sum, n := 0.0, 0
	for _, x := range list {
		if v := get(x); v != nil {
			sum += *v
			n++
		}
	}
	if n == 0 {
		return nil, 0
	}
	mean := sum / float64(n)
	return &mean, n
}

// rowMeans are the means of the rows.
func rowMeans(m *mat.Dense) []float64 {
	k, n := m.Dims()
	out := make([]float64, k)
	for i := range out {
		out[i] = mat.Sum(m.RowView(i)) / float64(n)
	}
	return out
}

// median of values, nil if there are none. values is sorted in a copy.
func median(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	v := slices.Sorted(slices.Values(values))
	m := (v[(len(v)-1)/2] + v[len(v)/2]) / 2
	return &m
}

// worth is means with their signs turned where lower is better, so that higher is.
func worth(means []float64, lower bool) []float64 {
	out := slices.Clone(means)
	if lower {
		for i := range out {
			out[i] = -out[i] + 0
		}
	}
	return out
}

// upward is a matrix of scores with higher better: the matrix itself where that is so.
func upward(scores *mat.Dense, lower bool) *mat.Dense {
	if !lower {
		return scores
	}
	var out mat.Dense
	out.Scale(-1, scores)
	return &out
}

// fraction is a part of a whole; 0 of nothing.
func fraction(part, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(part) / float64(of)
}

// ratio is a over b, nil where b is 0.
func ratio(a, b float64) *float64 {
	if b == 0 {
		return nil
	}
	r := a / b
	return &r
}

// numberTeams numbers teams in the order in which they first come: the number of each entry, and the names.
func numberTeams(teams []metrics.Team) (of []int, names []metrics.Team) {
	at := make(map[metrics.Team]int)
	of = make([]int, len(teams))
	for i, team := range teams {
		n, known := at[team]
		if !known {
			n = len(names)
			at[team] = n
			names = append(names, team)
		}
		of[i] = n
	}
	return of, names
}

// teamsOf are the teams of systems.
func teamsOf(systems []System) []metrics.Team {
	out := make([]metrics.Team, len(systems))
	for i, s := range systems {
		out[i] = s.Team
	}
	return out
}
