package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/stats"
)

// design is the flags that say what the runs, and the topics, are to each other.
type design struct {
	strata, strataPattern string
	strataBy              string
	seeds                 string
	primary               bool
	collapse              string
}

// register declares the flags that any analysis of systems understands.
func (d *design) register(f *pflag.FlagSet) {
	f.StringVar(&d.seeds, "seeds", "", "`regexp` whose first group is the system of which a run is one seed or fold: averaged within topics")
	f.StringVar(&d.collapse, "collapse-duplicates", "", "keep one of `identical` runs, or of near ones too (identical, near)")
}

// registerFamily declares those that are about comparisons.
func (d *design) registerFamily(f *pflag.FlagSet) {
	f.StringVar(&d.strata, "strata", "", "`file` of topic and stratum, such as its language: means are means of stratum means, scores permuted within topics")
	f.StringVar(&d.strataPattern, "strata-pattern", "", "`regexp` whose first group is the stratum in a topic's name, instead of --strata")
	f.StringVar(&d.strataBy, "strata-by", "", "`column` of --topics-file whose values are the strata, instead of --strata")
	f.BoolVar(&d.primary, "primary", false, "compare teams by their primary runs (declared in --teams) only; the other runs stand apart")
}

// check finds what is wrong with the flags before anything is read.
func (d *design) check() error {
	if d.strata != "" && d.strataPattern != "" {
		return usagef("both --strata and --strata-pattern: want one of them")
	}
	if d.strataBy != "" && (d.strata != "" || d.strataPattern != "") {
		return usagef("both --strata-by and --strata or --strata-pattern: want one of them")
	}
	if d.collapse != "" && d.collapse != "identical" && d.collapse != "near" {
		return usagef("collapse-duplicates %q: want identical or near", d.collapse)
	}
	for _, p := range []struct{ flag, pattern, what string }{
		{"seeds", d.seeds, "system"}, {"strata-pattern", d.strataPattern, "stratum"},
	} {
		if p.pattern == "" {
			continue
		}
		re, err := regexp.Compile(p.pattern)
		if err != nil {
			return usagef("--%s %q: %v", p.flag, p.pattern, err)
		}
		if re.NumSubexp() < 1 {
			return usagef("--%s %q: want a group in parentheses, which is the %s", p.flag, p.pattern, p.what)
		}
	}
	return nil
}

// apply changes the scores of a study that was read: seeds become one system, teams are left with their primary run,
// duplicates collapse, topics get their strata.
func (d *design) apply(s *source, st *reports.Study) error {
	if d.seeds != "" {
		if err := d.average(st); err != nil {
			return err
		}
	}
	if d.primary {
		if err := d.keepPrimary(st); err != nil {
			return err
		}
	}
	if d.collapse != "" {
		d.collapseDuplicates(st)
	}
	if d.strata != "" || d.strataPattern != "" || d.strataBy != "" {
		return d.stratify(s, st)
	}
	return nil
}

// system gives the system of a run: the first group of --seeds in its name, or the run itself.
func (d *design) system() func(metrics.Tag) metrics.Tag {
	re := regexp.MustCompile(d.seeds) // checked
	return func(tag metrics.Tag) metrics.Tag {
		if m := re.FindStringSubmatch(string(tag)); m != nil && m[1] != "" {
			return metrics.Tag(m[1])
		}
		return tag
	}
}

// average makes one system of the runs that are its seeds or folds.
func (d *design) average(st *reports.Study) error {
	st.Averaged = true
	for m, sc := range st.Scores {
		averaged, all, err := metrics.Average(sc, d.system())
		if err != nil {
			return err
		}
		st.Scores[m] = averaged
		if m > 0 {
			continue
		}
		several := slices.DeleteFunc(slices.Clone(all), func(a metrics.Averaged) bool { return len(a.Runs) < 2 })
		if len(several) == 0 {
			return usagef("--seeds %q: no two runs belong to one system", d.seeds)
		}
		st.Warnings = append(st.Warnings, stats.Warning{Code: "averaged-runs", Text: fmt.Sprintf(
			"%d runs are seeds or folds of %s, averaged within topics (%s)", len(sc.Systems), plural(len(all), "system"), describeAveraged(sc.Measure, several))})
	}
	return nil
}

// describeAveraged says of how many runs each system is made, and how far their means spread.
func describeAveraged(measure string, all []metrics.Averaged) string {
	shown := all[:min(5, len(all))]
	list := strings.Join(mapped(shown, func(a metrics.Averaged) string {
		return fmt.Sprintf("%s: %d, standard deviation of their mean %s %.4f", formats.Show(a.System), len(a.Runs), measure, a.SD)
	}), "; ")
	if len(all) > len(shown) {
		list += fmt.Sprintf(", and %d more systems", len(all)-len(shown))
	}
	return list
}

// keepPrimary lets only the primary run of each team be ranked. It must have been declared: the best of a team, chosen
// afterwards, would favour teams with many runs.
func (d *design) keepPrimary(st *reports.Study) error {
	if !st.Teams {
		return usagef("--primary without teams: want --teams FILE with the type of each run")
	}
	members := make(map[metrics.Team][]metrics.System)
	var teams []metrics.Team
	for _, sys := range st.Scores[0].Systems {
		if sys.Type == "baseline" || sys.Type == "late" {
			continue
		}
		if members[sys.Team] == nil {
			teams = append(teams, sys.Team)
		}
		members[sys.Team] = append(members[sys.Team], sys)
	}
	var undeclared []string
	for _, team := range teams {
		runs := members[team]
		primary := slices.DeleteFunc(slices.Clone(runs), func(sys metrics.System) bool { return sys.Type != "primary" })
		switch {
		case len(primary) == 0 && len(runs) == 1 && runs[0].Type != "contrastive":
			primary = runs
		case len(primary) != 1:
			undeclared = append(undeclared, fmt.Sprintf("%s (%s, %d primary)", formats.Show(team), plural(len(runs), "run"), len(primary)))
			continue
		}
		for _, sys := range runs {
			if sys.Tag != primary[0].Tag {
				st.Apart = append(st.Apart, sys.Tag)
			}
		}
	}
	if undeclared != nil {
		return fmt.Errorf("--primary: want one run of type primary a team; the best of a team, chosen afterwards, would favour teams with many runs: %s",
			strings.Join(undeclared, ", "))
	}
	st.BetweenTeams = true
	return nil
}

// collapseDuplicates keeps the first, by name, of runs that are the same by the official measure.
func (d *design) collapseDuplicates(st *reports.Study) {
	sc := st.Scores[0]
	order := make([]int, len(sc.Systems))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(string(sc.Systems[i].Tag), string(sc.Systems[j].Tag)) })
	of := make(map[int]int) // row: the row that stands for it
	for _, dup := range stats.Duplicates(sc.Keep(order, nil).Values) {
		if dup.Code == "near-duplicate" && d.collapse != "near" {
			continue
		}
		i, j := order[dup.I], order[dup.J]
		if _, gone := of[i]; gone {
			continue // what stands for i stands for j, or is too far from it
		}
		if _, gone := of[j]; !gone {
			of[j] = i
			st.Warnings = append(st.Warnings, stats.Warning{Code: "collapsed", Text: fmt.Sprintf("%s stands for %s too, with %s scores by %s",
				formats.Show(sc.Systems[i].Tag), formats.Show(sc.Systems[j].Tag), likeness[dup.Code], sc.Measure)})
		}
	}
	var rows []int
	for i := range sc.Systems {
		if _, gone := of[i]; !gone {
			rows = append(rows, i)
		}
	}
	for m := range st.Scores {
		st.Scores[m] = st.Scores[m].Keep(rows, nil)
	}
}

// likeness says what the scores of duplicates are.
var likeness = map[string]string{"duplicate-runs": "the same", "near-duplicate": "nearly the same"}

// stratify gives the topics their strata.
func (d *design) stratify(s *source, st *reports.Study) error {
	topics := st.Scores[0].Topics
	of := make(map[metrics.Topic]string)
	where := "--strata-pattern"
	switch {
	case d.strataBy != "":
		var err error
		if of, err = strataOf(st.About, d.strataBy); err != nil {
			return err
		}
		where = s.topics
	case d.strata != "":
		r, err := formats.Open(d.strata)
		if err != nil {
			return err
		}
		defer r.Close()
		if of, err = formats.ReadStrata(r, d.strata); err != nil {
			return err
		}
		s.inputs = append(s.inputs, reports.Input{File: d.strata, Role: "strata"})
		where = d.strata
	default:
		re := regexp.MustCompile(d.strataPattern) // checked
		for _, t := range topics {
			if m := re.FindStringSubmatch(string(t)); m != nil && m[1] != "" {
				of[t] = m[1]
			}
		}
	}
	var lost []string
	var kinds []string
	for _, t := range topics {
		if of[t] == "" {
			lost = append(lost, formats.Show(t))
		} else if !slices.Contains(kinds, of[t]) {
			kinds = append(kinds, of[t])
		}
	}
	if lost != nil {
		return fmt.Errorf("%s: no stratum for %d of %d topics: %s", where, len(lost), len(topics), strings.Join(lost[:min(5, len(lost))], ", "))
	}
	if extra := len(of) - len(topics); d.strata != "" && extra > 0 {
		st.Warnings = append(st.Warnings, stats.Warning{Code: "unknown-topics", Text: fmt.Sprintf(
			"%s: %d topics have a stratum and no scores", d.strata, extra)})
	}
	slices.Sort(kinds)
	st.Strata = &reports.Strata{Names: kinds}
	for _, t := range topics {
		st.Strata.Of = append(st.Strata.Of, slices.Index(kinds, of[t]))
	}
	for m := range st.Scores {
		kept := st.Scores[m].Keep(nil, nil)
		kept.Weights = stats.StratumWeights(st.Strata.Of)
		st.Scores[m] = kept
	}
	return nil
}
