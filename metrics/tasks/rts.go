package tasks

import (
	"fmt"
	"math"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

const (
	rtsRunLine   = "topic tweet time tag"
	rtsTimesLine = "tweet day epoch"
	rtsGoldForm  = `{"topic": {"clusters": {"cluster": {"tweets": ["tweet", …]}}}}, and lines of "tweet day epoch"`
)

var evetarRTS = &Task{
	Name:  "evetar-rts",
	Title: "EveTAR and TREC real-time summarization (push notifications)",
	Doc: "Systems watch a stream of tweets and push those that say something new about a topic. Every day is scored by itself: if " +
		"something new happened, by the gain of what was pushed; if not, silence is right. What is new depends on what the run " +
		"pushed on earlier days. A run that never pushes anything is hard to beat, so its scores are given as a reference. " +
		"Tweets without a time, and those pushed before they existed, do not count at all.",
	Topic:    "interest profile, a mean over days",
	Gold:     "qrels: topic 0 tweet grade; gold: " + rtsGoldForm,
	Run:      rtsRunLine + ", the time as seconds since 1970 or as MMDD-HH:MM:SS; in the order of the pushes",
	Measures: []string{"EG-1", "nCG-1", "EG-p", "nCG-p"},
	Own:      rtsOwn(),
	Flags:    []string{"qrels", "gold", "days"},
	Load:     rtsLoad,
}

// rtsMeasure is a measure of one day; the score on a topic is the mean over days.
type rtsMeasure struct {
	Measure
	score func(rtsDay) float64
}

// rtsMeasures lists the measures in the order of help, which is that of the table.
func rtsMeasures() []rtsMeasure {
	const eg = "On a day with news, the gains of the first 10 pushes divided by the number of pushes, 0 without a push. "
	const ncg = "On a day with news, the gains of the first 10 pushes divided by the greatest possible, 0 without a push. "
	const one = "On a silent day, 1 without a push, else 0."
	const part = "On a silent day, 1 without a push and 0.1 less for every push."
	const zero = "On a silent day, 0."
	gmp := func(name string, alpha, most float64) rtsMeasure {
		return rtsMeasure{Measure{Name: name, Title: "gain minus pain", Lo: math.Inf(-1), Hi: most,
			Doc: fmt.Sprintf("On a day with news, %.2f times the gains of the first 10 pushes minus %.2f times the number of pushes without gain. %s", alpha, 1-alpha, zero)},
			func(d rtsDay) float64 { return d.gmp(alpha) }}
	}
	return []rtsMeasure{
		{Measure{Name: "EG-1", Title: "expected gain", Doc: eg + one, Hi: 1}, func(d rtsDay) float64 { return d.eg(d.quiet()) }},
		{Measure{Name: "nCG-1", Title: "normalized cumulative gain", Doc: ncg + one, Hi: 1}, func(d rtsDay) float64 { return d.ncg(d.quiet()) }},
		{Measure{Name: "EG-p", Title: "expected gain, proportional", Doc: eg + part, Lo: math.Inf(-1), Hi: 1}, func(d rtsDay) float64 { return d.eg(d.proportion()) }},
		{Measure{Name: "nCG-p", Title: "normalized cumulative gain, proportional", Doc: ncg + part, Lo: math.Inf(-1), Hi: 1}, func(d rtsDay) float64 { return d.ncg(d.proportion()) }},
		{Measure{Name: "EG-0", Title: "expected gain, no credit for silence", Doc: eg + zero, Hi: 1}, func(d rtsDay) float64 { return d.eg(0) }},
		{Measure{Name: "nCG-0", Title: "normalized cumulative gain, no credit for silence", Doc: ncg + zero, Hi: 1}, func(d rtsDay) float64 { return d.ncg(0) }},
		gmp("GMP.33", .33, 3.3),
		gmp("GMP.50", .5, 5),
		gmp("GMP.66", .66, 6.6),
	}
}

func rtsOwn() []Measure {
	var out []Measure
	for _, m := range rtsMeasures() {
		out = append(out, m.Measure)
	}
	return out
}

func rtsLoad(in Inputs, opt Options) (*Submissions, error) {
	var problems formats.Problems
	s := &Submissions{Files: clusterFiles(in)}
	span, err := rtsParseSpan(opt.Days)
	if err != nil {
		problems.Add(formats.Pos{File: "--days"}, optionError{err})
	}
	var gold *rtsGoldData
	if in.HasGold() {
		if gold = rtsReadGold(in, opt, span, s, &problems); gold != nil {
			span = &gold.span
		}
	}
	var known *clusterKnown // tweets that have a time
	if gold != nil {
		timed := make(map[metrics.Doc]bool, len(gold.times))
		for tweet := range gold.times {
			timed[tweet] = true
		}
		known = newClusterKnown(gold.file, timed)
	}
	pushed := make([]*rtsRun, len(in.Runs))
	for i, f := range in.Runs {
		r := &rtsReader{clusterReader: clusterReader{file: f.Path, want: rtsRunLine, number: 2, strict: opt.Strict, problems: &problems}, span: span}
		pushed[i] = r.read(f)
		s.Runs = append(s.Runs, pushed[i].run)
		s.Warnings = append(s.Warnings, r.warnings...)
		s.Warnings = append(s.Warnings, pushed[i].check(known, opt.Strict, &problems)...)
	}
	clusterTags(s.Runs, &problems)
	if len(in.Runs) == 0 {
		clusterFlag(&problems, "runs", "none given, want at least one")
	}
	if err := inOrder(&problems); err != nil {
		return nil, err
	}
	s.Conventions = append(s.Conventions, rtsConventions(pushed)...)
	if gold != nil {
		s.Table = gold.table(pushed, s)
		s.References = []Reference{gold.silence()}
	}
	return s, nil
}

// rtsConventions says what was decided however the gold may be.
func rtsConventions(pushed []*rtsRun) []Convention {
	out := []Convention{
		{"order of pushes", "that of the lines"},
		{"gains", "the grades -2, -1 and 0 earn 0, 1 and 3 earn 0.5, 2 and 4 earn 1 (the codes of 2016 and 2017, which do not contradict each other)"},
		{"pushes that count", "those of a tweet that has a time, is of one of the days, and existed when it was pushed; others, and with them unjudged tweets, " +
			"are dropped altogether, while a tweet pushed again earns nothing and counts"},
		{"days with news", "those that have a cluster with a gain of which the run pushed nothing on an earlier day; the other days are silent for the run"},
		{"GMP", "of days with news only, since the scripts compute the pain of silent days and do not add it"},
		{"means", "over all days of a topic, then over all topics of the judgments, with pushes or without"},
	}
	epoch, clock := false, false
	for _, p := range pushed {
		epoch, clock = epoch || p.form == rtsEpoch, clock || p.form == rtsClock
	}
	if epoch {
		out = append(out, Convention{"times in seconds", fmt.Sprintf("%d s are added, as in 2016, when the clock of the broker was late", rtsOffset)})
	}
	if clock {
		out = append(out, Convention{"times as MMDD-HH:MM:SS", "in UTC, in the year of the days; nothing is added, as in 2017"})
	}
	return out
}

// silence is what a run scores that pushes nothing.
func (g *rtsGoldData) silence() Reference {
	columns := make(map[metrics.Topic]int)
	values := make([][]float64, len(g.topics))
	for c, t := range g.topics {
		columns[t.name] = c
		values[c] = t.score(make([][]metrics.Doc, len(g.days)))
	}
	return Reference{
		Name: "empty run",
		Doc:  "A run that pushes nothing: by EG-1, nCG-1, EG-p and nCG-p the share of silent days, by the others 0.",
		Score: func(measure string, t metrics.Topic) (float64, bool) {
			c, judged := columns[t]
			for m, own := range rtsMeasures() {
				if judged && own.Name == measure {
					return values[c][m], true
				}
			}
			return 0, false
		},
	}
}
