package reports

import (
	"fmt"

	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

// fewUnits is the number of teams up to which a pool holds little but what its participants found.
const fewUnits = 4

// reachParagraph says for whom the official measure is exact: for participants, if it looks no deeper than the pool; a
// newcomer is at risk in any case. Nil where nothing can be said.
func (f *PoolAudit) reachParagraph() *doc.Paragraph {
	r := f.Reach[0]
	out := f.participants(r)
	if f.Depth.Ranks > 0 && (r.K == 0 || r.K > f.Depth.Ranks) {
		looks := "all ranks"
		if r.K > 0 {
			looks = fmt.Sprintf("%d ranks", r.K)
		}
		out = append(out, say(fmt.Sprintf("%s looks at %s, the pool is %d deep: what lies deeper counts as not relevant", r.Measure, looks, f.Depth.Ranks))...)
		if r.Collection {
			out = append(out, say(", and so does what nobody found, which the measure divides by")...)
		}
		out = append(out, say(". ")...)
	}
	if out = append(out, f.newcomers()...); len(out) == 0 {
		return nil
	}
	return para(out)
}

// participants says whether their scores could still change.
func (f *PoolAudit) participants(r pooling.Reach) []doc.Text {
	switch {
	case r.K == 0 || r.Runs == 0:
		return nil
	case r.Exact():
		return say(fmt.Sprintf("Every run's %s %s judged on every topic: the %s of the participants is exact, and deeper judging would not change it. ", firstOf(r.K, "document"), verb(r.K, "is", "are"), r.Measure))
	case r.Full == r.Runs:
		return say(fmt.Sprintf("Every run's %s %s judged on every topic; deeper judging could change %s of the participants only by relevant documents that they lack. ", firstOf(r.K, "document"), verb(r.K, "is", "are"), r.Measure))
	}
	unjudged := fmt.Sprintf("%d %s not", r.Unjudged, verb(r.Unjudged, "is", "are"))
	if r.Full == 0 {
		return say(fmt.Sprintf("No run has %s judged on every topic: %s. ", allFirst("its", r.K), unjudged))
	}
	return say(fmt.Sprintf("%d of %d runs %s %s judged on every topic; of the others', %s. ", r.Full, r.Runs, verb(r.Full, "has", "have"), allFirst(verb(r.Full, "its", "their"), r.K), unjudged))
}

// allFirst is "its first document", or "all its first 5 documents".
func allFirst(whose string, n int) string {
	if n == 1 {
		return whose + " first document"
	}
	return fmt.Sprintf("all %s first %d documents", whose, n)
}

// newcomers says what a run that was not pooled risks: what a participant loses without its own documents.
func (f *PoolAudit) newcomers() []doc.Text {
	v := f.view()
	if v.change == nil || v.change.Mean == nil || f.Depth.Unknown() {
		return nil
	}
	least := 0.0
	for _, l := range v.entries {
		if l.Change != nil {
			least = min(least, *l.Change)
		}
	}
	if least == 0 {
		return say("No run loses anything without its own contribution; a new run that retrieves other documents still may.")
	}
	return say(fmt.Sprintf("A new run, whose own documents are not judged, may lose what a participant loses without its %s's contribution: up to %s.", v.unit, doc.FormatPercent(-least, 1)))
}

// fewNote says that a pool of few teams is not to be reused; nil for more.
func (f *PoolAudit) fewNote() *doc.Note {
	n, unit := f.Facts.Runs, "run"
	if f.teams {
		n, unit = *f.Facts.Teams, "team"
	}
	if n > fewUnits {
		return nil
	}
	found := " The pool is what they found; what others would have found, leaving one of them out cannot show."
	if n == 1 {
		found = " The pool is what it found; what others would have found, leaving it out cannot show."
	}
	return note(doc.Strong(plain(fmt.Sprintf("Not auditable as reusable: %s.", count(n, unit)))), found)
}

// typeTable says what each type of runs gave; nil where they were not asked for.
func (f *PoolAudit) typeTable() *doc.Table {
	if f.Summary.Type == nil {
		return nil
	}
	t := &doc.Table{ID: "pool-types", Caption: plain("Relevant documents that only runs of one type found.")}
	t.Columns = []doc.Column{column("Type", doc.Left, "type"), column("runs", doc.Right, "runs"), column("relevant, contributed", doc.Right, "unique_relevant"), column("share", doc.Right, "unique_share"),
		column("relevant, retrieved", doc.Right, "only_retrieved_relevant"), column("share", doc.Right, "only_retrieved_share")}
	for _, s := range f.Types {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(s.Type)), cell(s.Runs), cell(s.UniqueRelevant), maybeShare(s.UniqueShare), cell(s.RetrievedRelevant), maybeShare(s.RetrievedShare)}})
	}
	t.Notes = append(t.Notes, say("Contributed: in the first ranks of runs of this type only, to the depth of the pool. Retrieved: by runs of this type only, at any rank, pooled or not. Shares of all relevant documents."))
	return t
}
