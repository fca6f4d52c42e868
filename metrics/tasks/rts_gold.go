package tasks

import (
	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// rtsGoldData is what runs are scored against.
type rtsGoldData struct {
	file   string // of the times
	span   rtsSpan
	days   map[string]int // the number of a day
	times  map[metrics.Doc]rtsTime
	topics []rtsTopic // those of the judgments, in byte order
	number map[metrics.Topic]int
}

// rtsFiles holds the gold while it is put together.
type rtsFiles struct {
	qrels, clusters, times string // names of files
	problems               *formats.Problems
	s                      *Submissions
	strict                 bool

	grades   metrics.Qrels
	topics   []clusterTopic
	timeOf   map[metrics.Doc]rtsTime
	zeroDays []string // clusters on days without a gain
}

// rtsReadGold reads the judgments and the two files of gold; it is nil if there are problems. Days are span, or those of
// the judged tweets if it is nil.
func rtsReadGold(in Inputs, opt Options, span *rtsSpan, s *Submissions, problems *formats.Problems) *rtsGoldData {
	f := &rtsFiles{qrels: in.Qrels, problems: problems, s: s, strict: opt.Strict}
	before := len(problems.List) + problems.More
	if in.Qrels == "" {
		clusterOption(problems, "--qrels", "none given, want the judgments")
	} else {
		var warnings []metrics.Warning
		f.grades, warnings = clusterQrels(in.Qrels, problems)
		s.Warnings = append(s.Warnings, warnings...)
	}
	for _, file := range in.Gold {
		f.read(file)
	}
	missing := clusterFlag
	if len(in.Gold) < 2 { // else the files hold something else
		missing = clusterOption
	}
	if f.clusters == "" {
		missing(problems, "--gold", "none with the clusters, want %s", clusterWant)
	}
	if f.times == "" {
		missing(problems, "--gold", "none with the times of tweets, want lines of %q", rtsTimesLine)
	}
	if len(problems.List)+problems.More > before {
		return nil
	}
	g := &rtsGoldData{file: f.times, times: f.timeOf}
	if !f.settleDays(g, span) {
		return nil
	}
	f.judge(g)
	f.warnZero()
	f.warnUnclustered()
	return g
}

// read reads a file of clusters or of times, told apart by what is in it.
func (f *rtsFiles) read(file string) {
	text, ok := clusterText(file, f.strict, f.problems)
	isJSON := clusterIsJSON(text)
	switch {
	case !ok:
	case isJSON && f.clusters != "":
		clusterFlag(f.problems, file, "%w: clusters, but %s has them already, want one file of clusters and one of times", formats.ErrRule, formats.Pos{File: f.clusters})
	case isJSON:
		f.clusters = file
		f.topics = parseClusters(text, file, f.problems)
		f.s.Warnings = append(f.s.Warnings, clusterExponents(file, clusterTweets(f.topics))...)
	case f.times != "":
		clusterFlag(f.problems, file, "%w: times, but %s has them already, want one file of clusters and one of times", formats.ErrRule, formats.Pos{File: f.times})
	default:
		f.times = file
		f.readTimes(text)
	}
}
