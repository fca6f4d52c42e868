package tasks

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// AnyType is the type of a limit on all runs of a team together.
const AnyType = "any"

// Set changes limits of runs as text says: "manual=2,automatic=4", "primary=1-1", "any=3". A type that is not named keeps its own.
func (l *Limits) Set(text string) error {
	runs := slices.Clone(l.Runs)
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(part, "=")
		if !ok || name != AnyType && !slices.Contains(metrics.RunTypes(), name) {
			return fmt.Errorf("limit %q: want TYPE=MOST or TYPE=LEAST-MOST, the type any or one of %s", part, strings.Join(metrics.RunTypes(), ", "))
		}
		limit := RunLimit{Type: name}
		least, most, both := strings.Cut(value, "-")
		if !both {
			least, most = "0", value
		}
		var err, err2 error
		limit.Least, err = strconv.Atoi(least)
		limit.Most, err2 = strconv.Atoi(most)
		if err != nil || err2 != nil || limit.Least < 0 || limit.Most < limit.Least {
			return fmt.Errorf("limit %q: want whole numbers, the greater one last", part)
		}
		if i := slices.IndexFunc(runs, func(r RunLimit) bool { return r.Type == name }); i >= 0 {
			runs[i] = limit
		} else {
			runs = append(runs, limit)
		}
	}
	l.Runs = runs
	return nil
}

// CheckTeams finds teams that submitted more or fewer runs of a type than allowed. Runs of types without a limit, and
// runs without a team, are not counted; AnyType counts those of all types, and of none. The file that tells the teams is for messages.
func (l Limits) CheckTeams(runs []metrics.System, file string) error {
	var problems formats.Problems
	count := make(map[metrics.Team]map[string]int)
	for _, r := range runs {
		if r.Team == "" {
			continue
		}
		if count[r.Team] == nil {
			count[r.Team] = make(map[string]int)
		}
		count[r.Team][r.Type]++
		count[r.Team][AnyType]++
	}
	for _, team := range slices.Sorted(maps.Keys(count)) {
		for _, limit := range l.Runs {
			n, kind := count[team][limit.Type], "runs"
			if n == 1 {
				kind = "run"
			}
			if limit.Type != AnyType {
				kind = limit.Type + " " + kind
			}
			counted := count[team][AnyType] - count[team][""] - count[team]["baseline"] - count[team]["late"]
			switch {
			case counted == 0 && limit.Type != AnyType: // nothing is known of their types, or none takes part
			case n > limit.Most:
				problems.Add(formats.Pos{File: file}, fmt.Errorf("%w: team %s has %d %s, want at most %d",
					formats.ErrRule, formats.Show(team), n, kind, limit.Most))
			case n < limit.Least:
				problems.Add(formats.Pos{File: file}, fmt.Errorf("%w: team %s has %d %s, want at least %d",
					formats.ErrRule, formats.Show(team), n, kind, limit.Least))
			}
		}
	}
	return problems.Err()
}

// String is how [Limits.Set] reads the limits of runs: "primary=1-1,contrastive=0-2"; empty without any.
func (l Limits) String() string {
	parts := make([]string, len(l.Runs))
	for i, r := range l.Runs {
		parts[i] = fmt.Sprintf("%s=%d-%d", r.Type, r.Least, r.Most)
	}
	return strings.Join(parts, ",")
}
