package metrics

import (
	"cmp"
	"slices"
	"strings"
)

// suggest names the measures whose spelling is nearest to s, or says where the list is.
func suggest(s string) string {
	if i := strings.IndexAny(s, "(@"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimRight(s, "0123456789_")
	type near struct {
		name string
		dist int
	}
	var found []near
	for _, m := range measures {
		for _, name := range append([]string{m.Name, m.Trec, m.TrecCut}, m.Aliases...) {
			if name == "" {
				continue
			}
			d := editDistance(strings.ToLower(s), strings.ToLower(name))
			if d <= max(1, len(name)/2) && d < len(name) {
				found = append(found, near{example(m, name), d})
			}
		}
	}
	if found == nil {
		return "want one of " + strings.Join(names(), ", ")
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.dist, b.dist) })
	var list []string
	for _, f := range found {
		if !slices.Contains(list, f.name) && len(list) < 3 {
			list = append(list, f.name)
		}
	}
	return "did you mean " + strings.Join(list, " or ") + "?"
}

// example spells name so that [Find] takes it.
func example(m *Measure, name string) string {
	p, ok := m.at()
	required := ok && p.Required
	switch {
	case required && p.Name == "x" && name == m.TrecCut && name != m.Name:
		return name + "_0.10"
	case required && p.Name == "x":
		return name + "@0.1"
	case required && (name != m.TrecCut || name == m.Name):
		return name + "@10"
	case name == m.TrecCut:
		return name + "_10"
	}
	return name
}

func names() []string {
	var out []string
	for _, m := range measures {
		out = append(out, example(m, m.Name))
	}
	return out
}

// editDistance is Levenshtein's: the least number of bytes inserted, deleted or replaced that turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
