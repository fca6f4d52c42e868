package tasks

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/stats/resample"
)

// rankingLoad reads the gold and the runs of a task whose runs rank documents.
type rankingLoad struct {
	in        Inputs
	opt       Options
	own       metrics.Order // the task's
	order     metrics.Order // of the runs
	documents int           // that a run may have for a topic; 0: no limit
	cutoff    int           // of the official measure, where a run that lists fewer is told so
	whole     bool          // a run must have all documents that are judged, and no others
	problems  formats.Problems
	sub       Submissions
	topicIDs  knownIDs                   // of the judged topics
	docIDs    map[metrics.Topic]knownIDs // of the judged documents
	spoilt    bool                       // identifiers of the gold have exponents: nothing can be compared
	few       []metrics.Topic            // topics with fewer documents than the original scorer wants
}

// newRankingLoad begins. The order is the task's own.
func newRankingLoad(in Inputs, opt Options, order metrics.Order, documents int) *rankingLoad {
	l := &rankingLoad{in: in, opt: opt, own: order, order: order, documents: documents}
	if opt.Order != nil {
		l.order = *opt.Order
	}
	return l
}

// noRanks complains of an order by ranks where runs have none.
func (l *rankingLoad) noRanks(why string) {
	if l.order == metrics.OrderRank {
		l.problems.Add(formats.Pos{File: "--order rank"}, optionError{fmt.Errorf("%s, want score or trec_eval", why)})
		l.order = l.own
	}
}

// noQrels complains of judgments in the TREC format where a task has its own.
func (l *rankingLoad) noQrels() {
	if l.in.Qrels != "" {
		l.problems.Add(formats.Pos{File: l.in.Qrels}, errors.New("judgments in the TREC format, want the gold file of the task (--gold)"))
	}
}

// noGold complains of a gold file where a task has judgments in the TREC format.
func (l *rankingLoad) noGold() {
	for _, path := range l.in.Gold {
		l.problems.Add(formats.Pos{File: path}, errors.New("a gold file, want judgments in the TREC format (--qrels)"))
	}
}

// goldFile is the only gold file that the task takes; not ok without one.
func (l *rankingLoad) goldFile() (file string, ok bool) {
	for i, path := range l.in.Gold {
		if i > 0 {
			l.problems.Add(formats.Pos{File: path}, optionError{errors.New("a second gold file, want one")})
		}
	}
	if len(l.in.Gold) == 0 {
		return "", false
	}
	return l.in.Gold[0], true
}

// readGold opens a gold file and takes over what is wrong with it once it was read.
func (l *rankingLoad) readGold(path string, read func(f *rankingFile, text string)) {
	text, _, err := formats.ReadText(path)
	if err != nil {
		l.problems.Merge(path, err)
		return
	}
	f := &rankingFile{path: path, gold: true}
	read(f, text)
	l.problems.Merge(path, f.problems.Err())
	l.sub.Warnings = append(l.sub.Warnings, f.warnings...)
	l.sub.Files = append(l.sub.Files, Input{path, "gold"})
}

// readQrels reads judgments in the TREC format.
func (l *rankingLoad) readQrels() {
	if l.in.Qrels == "" {
		return
	}
	in, err := formats.Open(l.in.Qrels)
	if err == nil {
		defer in.Close()
		var warnings []metrics.Warning
		l.sub.Qrels, warnings, err = formats.ReadQrels(in, l.in.Qrels)
		l.sub.Warnings = append(l.sub.Warnings, warnings...)
		l.sub.Files = append(l.sub.Files, Input{l.in.Qrels, "qrels"})
	}
	l.problems.Merge(l.in.Qrels, err)
}

// judged says whether there are judgments to compare the runs with.
func (l *rankingLoad) judged() bool { return len(l.sub.Qrels) > 0 }

// topics lists the judged topics, in byte order.
func (l *rankingLoad) topics() []metrics.Topic { return slices.Sorted(maps.Keys(l.sub.Qrels)) }

// goldDone ends the reading of gold. With a part of it, runs are checked as without it.
func (l *rankingLoad) goldDone() {
	if len(l.problems.List) > 0 || len(l.sub.Qrels) == 0 {
		l.sub.Qrels = nil
	}
	l.warnShort()
	l.checkGold()
	l.topicIDs = newKnownIDs(maps.Keys(l.sub.Qrels))
	l.docIDs = make(map[metrics.Topic]knownIDs, len(l.sub.Qrels))
	for t, docs := range l.sub.Qrels {
		l.docIDs[t] = newKnownIDs(maps.Keys(docs))
	}
}

// checkGold finds identifiers such as 1.2e+18. It is a problem where no run could be scored with them.
func (l *rankingLoad) checkGold() {
	docs := make(map[metrics.Doc]metrics.Grade)
	for _, judged := range l.sub.Qrels {
		maps.Copy(docs, judged)
	}
	topics, look := lookRounded(l.topics()), lookRounded(slices.Collect(maps.Keys(docs)))
	problem := l.opt.Strict || l.whole
	if topics.chance == 0 {
		look, problem = topics, true
	}
	if look.chance == 0 {
		l.spoilt = true
		l.blameGold(&rankingBlame{roundedText(look.n, look.of), problem})
	}
}

// goldPath is the file that judges, or the first.
func (l *rankingLoad) goldPath() string {
	if l.in.Qrels != "" || len(l.in.Gold) == 0 {
		return l.in.Qrels
	}
	return l.in.Gold[0]
}

// rankingRead is what came of one argument.
type rankingRead struct {
	runs     []*metrics.Run
	files    []string // that were read
	problems formats.Problems
	warnings []metrics.Warning
	gold     *rankingBlame // what is wrong with the gold instead
}

// rankingBlame is what a run shows to be wrong with the gold file: a problem or a warning.
type rankingBlame struct {
	text    string
	problem bool
}

// blame says that identifiers of the gold file are rounded, not those of a run, which has so many of something.
func (out *rankingRead) blame(r *metrics.Run, found rounding, of string, problem bool) {
	if out.gold == nil {
		out.gold = &rankingBlame{found.goldText(r.File, of), problem}
	}
}

// blameGold takes over what a run shows to be wrong with the gold file.
func (l *rankingLoad) blameGold(b *rankingBlame) {
	at := formats.Pos{File: l.goldPath()}
	if b.problem {
		l.problems.Add(at, fmt.Errorf("%w: %s", formats.ErrUnknown, b.text))
	} else {
		l.sub.Warnings = append(l.sub.Warnings, metrics.Warning{Code: "rounded-ids", Text: fmt.Sprintf("%s: %s", at, b.text)})
	}
}

// count is the number of problems so far.
func (out *rankingRead) count() int { return len(out.problems.List) + out.problems.More }

// take takes over what is wrong with a file that was read.
func (out *rankingRead) take(f *rankingFile) {
	f.lenient()
	out.problems.Merge(f.path, f.problems.Err())
	out.warnings = append(out.warnings, f.warnings...)
	if out.gold == nil {
		out.gold = f.blame
	}
}

// readRuns reads the runs, several at once; what came of them is put together in the order of the arguments.
func (l *rankingLoad) readRuns(read func(file formats.File, out *rankingRead)) {
	reads := make([]rankingRead, len(l.in.Runs))
	resample.Each(len(reads), l.opt.Workers, func(i int) {
		file, out := l.in.Runs[i], &reads[i]
		if file.Path == "" && file.Label != "" {
			out.problems.Add(formats.Pos{File: file.Label + "="}, errors.New(`empty path, want the name of a file after "="`))
			return
		}
		read(file, out)
		for _, r := range out.runs {
			l.checkRun(r, out)
		}
	})
	seen := make(map[metrics.Tag]*metrics.Run)
	blamed := false
	for i := range reads {
		if b := reads[i].gold; b != nil && !blamed { // one run is enough
			blamed = true
			l.blameGold(b)
		}
		l.problems.Merge("", reads[i].problems.Err())
		l.sub.Warnings = append(l.sub.Warnings, reads[i].warnings...)
		for _, file := range reads[i].files {
			l.sub.Files = append(l.sub.Files, Input{file, "run"})
		}
		for _, r := range reads[i].runs {
			if other := seen[r.Tag]; other != nil {
				l.problems.Add(formats.Pos{File: r.File}, fmt.Errorf("%w: the tag %s is that of %s already, want one tag a run: rename with label=path",
					formats.ErrDuplicate, formats.Show(r.Tag), formats.Pos{File: other.File}))
				continue
			}
			seen[r.Tag] = r
			l.sub.Runs = append(l.sub.Runs, r)
		}
	}
}

// readFile reads a run that is one file.
func (l *rankingLoad) readFile(file formats.File, out *rankingRead, read func(f *rankingFile, text string) *metrics.Run) {
	text, _, err := formats.ReadText(file.Path)
	if err != nil {
		out.problems.Merge(file.Path, err)
		return
	}
	f := &rankingFile{path: file.Path, strict: l.opt.Strict}
	run := read(f, text)
	out.files = append(out.files, file.Path)
	if len(f.problems.List) == 0 {
		out.runs = append(out.runs, run)
	}
	out.take(f)
}
