package tasks

import (
	"cmp"
	"math"
	"slices"

	"sigrel/metrics/formats"
)

// inOrder puts the problems of each file in the order of its lines, after them those of the whole file, and returns p as an
// error, nil if there are none. Files stay in the order in which something was wrong with them first.
func inOrder(p *formats.Problems) error {
	files := make(map[string]int)
	for _, q := range p.List {
		if _, known := files[q.File]; !known {
			files[q.File] = len(files)
		}
	}
	slices.SortStableFunc(p.List, func(a, b *formats.Problem) int {
		return cmp.Or(cmp.Compare(files[a.File], files[b.File]), cmp.Compare(inFileAt(a), inFileAt(b)), cmp.Compare(a.Column, b.Column))
	})
	return p.Err()
}

// inFileAt is the line of a problem, the greatest for one of the whole file.
func inFileAt(p *formats.Problem) int {
	if p.Line == 0 {
		return math.MaxInt
	}
	return p.Line
}
