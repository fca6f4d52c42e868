package tasks

import (
	"errors"
	"fmt"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

var errTwoGolds = errors.New("a gold file beside judgments (--qrels), want one of them")

// evidenceLoad reads gold and runs of snippets for claims.
type evidenceLoad struct{ *rankingLoad }

// readClaims reads claims with their useful snippets. Identifiers are strings: numbers of 19 digits come out of other
// programs changed.
func (l *evidenceLoad) readClaims(f *rankingFile, text string) {
	root, err := formats.ParseJSON(text, f.path, 1)
	if err != nil {
		f.problems.Merge(f.path, err)
		return
	}
	if root.Kind != formats.Object || len(root.Members) == 0 {
		f.problems.Add(root.At(f.path), fmt.Errorf("%w: %s, want an object of claims with lists of snippets", formats.ErrValue, root.Kind))
		return
	}
	l.sub.Qrels = make(metrics.Qrels)
	for _, claim := range root.Members {
		if claim.Value.Kind != formats.Array {
			f.problems.Add(claim.Value.At(f.path), fmt.Errorf("%w: claim %s has %s, want a list of snippets", formats.ErrValue, formats.Show(claim.Name), claim.Value.Kind))
			continue
		}
		useful := make(map[metrics.Doc]metrics.Grade)
		for _, v := range claim.Value.Items {
			_, twice := useful[metrics.Doc(v.Text)]
			switch {
			case v.Kind != formats.String || v.Text == "":
				f.problems.Add(v.At(f.path), fmt.Errorf("%w: claim %s has %s %s, want the identifier of a snippet in quotes",
					formats.ErrValue, formats.Show(claim.Name), v.Kind, formats.Show(v.Text)))
			case twice:
				f.problems.Add(v.At(f.path), fmt.Errorf("%w: claim %s has snippet %s already", formats.ErrDuplicate, formats.Show(claim.Name), formats.Show(v.Text)))
			default:
				useful[metrics.Doc(v.Text)] = 1
			}
		}
		l.sub.Qrels[metrics.Topic(claim.Name)] = useful
	}
}

// readRun reads a run in one of the two formats, told apart by the tabs of the first line.
func (l *evidenceLoad) readRun(file formats.File, f *rankingFile, text string) *metrics.Run {
	head, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	five := strings.Count(strings.TrimSpace(head), "\t") == 4
	if !five && !l.opt.Quirks {
		f.trecHeader(text)
		return l.readTrec(file, f, text)
	}
	columns := rankingColumns{"claimID rank snippetID score runID", 0, 1, 2, 3, 4}
	if !five {
		columns = rankingColumns{"claimID Q0 snippetID rank score runID", 0, 3, 2, 4, 5}
		f.blanks = true
	}
	t := f.table(text, columns, l.order, nil)
	f.oneTag(t)
	twice := 0
	for _, claim := range t.topics {
		docs := t.docs[claim]
		if l.opt.KeepFirst || !l.opt.Quirks {
			docs = f.once(claim, docs, l.order, l.opt.KeepFirst)
		}
		twice += rankingTwice(docs)
		if l.order == metrics.OrderRank {
			f.distinctRanks(claim, docs)
		}
		t.docs[claim] = docs
	}
	if twice > 0 {
		f.warn("duplicates-counted", "%s more than once; %s", rankingCount(twice, "snippet"),
			verb(twice, "it holds a rank each time and counts once", "they hold a rank each time and count once"))
	}
	return t.run(file, l.order)
}

// evidenceSet judges rankings as sets: a document that came before is worth nothing.
type evidenceSet struct{ metrics.Gold }

func (g evidenceSet) Judge(t metrics.Topic, ranked []metrics.Scored) metrics.Judged {
	j := g.Gold.Judge(t, ranked)
	seen := make(map[metrics.Doc]bool, len(ranked))
	for i, d := range ranked {
		if seen[d.Doc] {
			j.Gains[i] = 0
			if j.Pooled != nil {
				j.Pooled[i] = false
			}
		}
		seen[d.Doc] = true
	}
	return j
}
