package main

import (
	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/stats"
)

// read reads the judgments; files says where those of each judge are.
func (j *judging) read(src *source) (set *reports.JudgmentSet, files []string, err error) {
	set = new(reports.JudgmentSet)
	file := j.judges + j.trecJudges
	if file == "" {
		return j.readTwo(src)
	}
	r, err := formats.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	var judges formats.Judges
	var warnings []metrics.Warning
	if j.trecJudges != "" {
		judges, warnings, err = formats.ReadTrecJudges(r, file)
	} else {
		judges, err = formats.ReadJudges(r, file)
	}
	if err != nil {
		return nil, nil, err
	}
	set.Names, set.Weights = judges.Names, judges.Weights
	for _, w := range warnings {
		set.Warnings = append(set.Warnings, stats.Warning(w))
	}
	for _, q := range judges.Qrels {
		set.Qrels, files = append(set.Qrels, src.meant(q)), append(files, file)
	}
	return set, files, nil
}

// readTwo reads --qrels twice.
func (j *judging) readTwo(src *source) (set *reports.JudgmentSet, paths []string, err error) {
	set = new(reports.JudgmentSet)
	var problems formats.Problems
	for _, arg := range []string{src.qrels, src.otherQrels} {
		label, path := splitLabel(arg)
		switch {
		case label != "":
		case path == formats.Stdin:
			label = "standard input"
		default:
			label = string(formats.SystemName(path))
		}
		q, warnings, err := readFile(path, formats.ReadQrels)
		problems.Merge(path, err)
		for _, w := range warnings {
			set.Warnings = append(set.Warnings, stats.Warning(w))
		}
		set.Names, set.Qrels, paths = append(set.Names, label), append(set.Qrels, src.meant(q)), append(paths, path)
	}
	if set.Names[0] == set.Names[1] {
		set.Names[0], set.Names[1] = set.Names[0]+" (A)", set.Names[1]+" (B)"
	}
	return set, paths, problems.Err()
}
