package reports

import (
	"slices"
	"strings"

	"sigrel/stats"
)

// FindTest is the paired test of that name; nil if there is none.
func FindTest(name string) *stats.PairedTest {
	return find(stats.PairedTests(), func(t *stats.PairedTest) string { return t.Name }, name)
}

// FindCorrection is [stats.FindCorrection], beside its like.
func FindCorrection(name string) *stats.Correction { return stats.FindCorrection(name) }

// FindProcedure is the procedure of that name, also of a test and a correction such as "t+holm"; nil if there is none.
func FindProcedure(name string) *stats.Procedure {
	if test, correction, ok := strings.Cut(name, "+"); ok {
		if t, c := FindTest(test), FindCorrection(correction); t != nil && c != nil {
			return stats.Corrected(t, c)
		}
		return nil
	}
	return find(stats.Procedures(), func(p *stats.Procedure) string { return p.Name }, name)
}

func find[T any](list []*T, name func(*T) string, want string) *T {
	if i := slices.IndexFunc(list, func(x *T) bool { return name(x) == want }); i >= 0 {
		return list[i]
	}
	return nil
}
