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

// Set changes limits of runs as text says: "manual=2,automatic=4", "primary=1-1". A type that is not named keeps its own.
func (l *Limits) Set(text string) error {
	runs := slices.Clone(l.Runs)
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(part, "=")
		if !ok || !slices.Contains(metrics.RunTypes(), name) {
			return fmt.Errorf("limit %q: want TYPE=MOST or TYPE=LEAST-MOST, the type one of %s", part, strings.Join(metrics.RunTypes(), ", "))
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
// runs without a team or type, are not counted. The file that tells the teams is for messages.
func (l Limits) CheckTeams(runs []metrics.System, file string) error {
	var problems formats.Problems
	count := make(map[metrics.Team]map[string]int)
	for _, r := range runs {
		if r.Team == "" || r.Type == "" {
			continue
		}
		if count[r.Team] == nil {
			count[r.Team] = make(map[string]int)
		}
		count[r.Team][r.Type]++
	}
	for _, team := range slices.Sorted(maps.Keys(count)) {
		for _, limit := range l.Runs {
			n := count[team][limit.Type]
			switch {
			case n > limit.Most:
				problems.Add(formats.Pos{File: file}, fmt.Errorf("%w: team %s has %d %s runs, want at most %d",
					formats.ErrRule, formats.Show(team), n, limit.Type, limit.Most))
			case n < limit.Least:
				problems.Add(formats.Pos{File: file}, fmt.Errorf("%w: team %s has %d %s runs, want at least %d",
					formats.ErrRule, formats.Show(team), n, limit.Type, limit.Least))
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
