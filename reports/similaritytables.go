package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sigrel/reports/doc"
	"sigrel/stats"
)

// What the report shows of similarity.
const (
	maxNearRows = 30  // pairs in the table of near-duplicates; all are in results.json
	maxHeatRuns = 300 // systems a side that a picture shows
)

// Blocks says which runs are near-duplicates and what that means, and shows the picture and the clusters.
func (f *Similarity) Blocks() []doc.Block {
	out := []doc.Block{f.lead()}
	if f.Near > 0 {
		out = append(out, f.nearTable(), f.meaning())
	} else if p := f.closest(); p != nil {
		out = append(out, para("The closest pair is ", p.A, " and ", p.B, " ("+f.name()+" ", score(*f.similarity(*p)), f.teamsOf(p), ")."))
	}
	if f.Within != nil {
		out = append(out, para(fmt.Sprintf("Mean %s of two %ss of one team (%s): ", f.name(), f.unit, count(f.Within.Pairs, "pair")), score(f.Within.Mean),
			fmt.Sprintf("; of different teams (%s): ", count(f.Between.Pairs, "pair")), score(f.Between.Mean), "."))
	}
	switch {
	case len(f.Systems) > maxHeatRuns:
		out = append(out, note(fmt.Sprintf("No picture: a matrix of more than %d systems is not legible. Every pair is in results.json.", maxHeatRuns)))
	case len(f.Systems) > 2:
		out = append(out, f.figure())
	}
	return append(append(out, f.clusters()...), mind(f.Warnings)...)
}

// name is how prose names the similarity that clusters go by.
func (f *Similarity) name() string {
	if f.By == byRBO {
		return "RBO"
	}
	return "correlation of the scores"
}

// lead says how many pairs are near-duplicates, and how that was found out.
func (f *Similarity) lead() *doc.Paragraph {
	pairs := fmt.Sprintf("Of %s of %ss, %s", count(len(f.Pairs), "pair"), f.unit, nearText(f.Near))
	if f.Near == 0 {
		pairs = fmt.Sprintf("No pair of %ss is a near-duplicate", f.unit)
		if len(f.Pairs) == 1 {
			pairs = fmt.Sprintf("The two %ss are no near-duplicates", f.unit)
		}
	}
	out := say(doc.Strong(plain(pairs)))
	if f.Rankings == nil {
		return para(out, fmt.Sprintf(" (scores that are the same or correlate by more than %g over the topics). The rankings themselves were not compared: %s.",
			f.Thresholds.Correlation, f.Reason))
	}
	r := f.Rankings
	out = append(out, say(fmt.Sprintf(" (RBO above %g, overlap@%d above %g with τ above %g, or scores that are the same or correlate by more than %g). ",
		f.Thresholds.RBO, r.OverlapAt, f.Thresholds.Overlap, f.Thresholds.Tau, f.Thresholds.Correlation))...)
	out = append(out, say(fmt.Sprintf("Rankings were compared to rank %d, topic by topic, and averaged: rank-biased overlap (RBO, p = %g) extrapolated to whole rankings; "+
		"overlap@%d, the documents in both first %d over those in either; Kendall's τ of the documents in both. ", r.Cutoff, r.Persistence, r.OverlapAt, r.OverlapAt))...)
	if gap := f.widest(); gap >= 0.0005 {
		out = append(out, say("What lies below the documents looked at could lower the RBO of a pair by up to ", score(gap), ". ")...)
	}
	if r.Same {
		out = append(out, say(fmt.Sprintf("All %ss rank the same documents, so that overlap says little, and even two rankings of %d documents in reverse order have an RBO of ", f.unit, r.Documents),
			score(stats.ReversedRBO(r.Documents, r.Persistence)), ".")...)
	}
	return &doc.Paragraph{Text: out}
}

func nearText(n int) string {
	if n == 1 {
		return "1 is a near-duplicate"
	}
	return fmt.Sprintf("%d are near-duplicates", n)
}

// widest is the greatest distance of an RBO from the least it can be.
func (f *Similarity) widest() float64 {
	most := 0.0
	for _, p := range f.Pairs {
		if p.RBO != nil {
			most = max(most, *p.RBO-*p.RBOMin)
		}
	}
	return most
}

// near lists the near-duplicates, the most alike first.
func (f *Similarity) near() []SimilarPair {
	var out []SimilarPair
	for _, p := range f.Pairs {
		if len(p.Why) > 0 {
			out = append(out, p)
		}
	}
	likeness := func(p SimilarPair) float64 {
		if s := f.similarity(p); s != nil {
			return *s
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b SimilarPair) int { return cmp.Compare(likeness(b), likeness(a)) })
	return out
}

// whyText is how a table says why a pair is a near-duplicate.
var whyText = map[string]string{SameRankings: "same rankings", SameScores: "same scores", NearRBO: "RBO", NearOverlap: "overlap", NearScores: "correlation"}

func (f *Similarity) nearTable() *doc.Table {
	return f.pairTable("near-duplicates", "Near-duplicates, the most alike first.", f.near(), maxNearRows)
}

// pairTable lists pairs; of more than limit (0: all) the first ones.
func (f *Similarity) pairTable(id, caption string, pairs []SimilarPair, limit int) *doc.Table {
	t := &doc.Table{ID: id, Caption: plain(caption)}
	t.Columns = []doc.Column{column("A", doc.Left, "a"), column("B", doc.Left, "b")}
	teams := f.Pairs[0].SameTeam != nil
	if teams {
		t.Columns = append(t.Columns, column("teams", doc.Left, "teams"))
	}
	if f.Rankings != nil {
		t.Columns = append(t.Columns, column("RBO", doc.Right, "rbo"), column(fmt.Sprintf("overlap@%d", f.Rankings.OverlapAt), doc.Right, "overlap"), column("τ", doc.Right, "tau"))
	}
	t.Columns = append(t.Columns, column("r of scores", doc.Right, "correlation"), column("near by", doc.Left, "near_duplicate"))
	for i, p := range pairs {
		if limit > 0 && i == limit {
			t.Notes = append(t.Notes, say(fmt.Sprintf("Shown are the first %d of %d; all are in tables/similarity-pairs.csv.", limit, len(pairs))))
			break
		}
		row := doc.Row{Cells: []doc.Cell{cell(doc.Plain(p.A)), cell(doc.Plain(p.B))}}
		if teams {
			who := "different"
			if *p.SameTeam {
				who = "the same"
			}
			row.Cells = append(row.Cells, cell(who))
		}
		if f.Rankings != nil {
			row.Cells = append(row.Cells, below1(p.RBO, slices.Contains(p.Why, SameRankings)), below1(p.Overlap, p.Overlap != nil && *p.Overlap == 1), below1(p.Tau, p.Tau != nil && *p.Tau == 1))
		}
		var why []string
		for _, w := range p.Why {
			why = append(why, lookup(whyText, w))
		}
		row.Cells = append(row.Cells, below1(p.Correlation, slices.Contains(p.Why, SameScores)), cell(strings.Join(why, ", ")))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// below1 prints a similarity that is 1 only where both are the same: what is not is never printed as 1.
func below1(v *float64, same bool) doc.Cell {
	if v == nil || same || *v < 0.9995 || *v > 1-1e-9 { // beyond that it is rounding
		return maybe(v, 3)
	}
	return maybe(v, int(math.Ceil(-math.Log10(1-*v))))
}

// meaning says what near-duplicates do to the tests, and of whom they are.
func (f *Similarity) meaning() *doc.Note {
	within, between := 0, 0
	for _, p := range f.Pairs {
		switch {
		case len(p.Why) == 0 || p.SameTeam == nil:
		case *p.SameTeam:
			within++
		default:
			between++
		}
	}
	out := say("Near-duplicates are hardly two results. Each further one adds comparisons that every corrected p pays for, and the reliability of the ranking counts both as independent systems: " +
		"with many of them its intervals are too narrow. Leave all but one out (--systems) to see what depends on them.")
	if within > 0 && between == 0 {
		out = append(out, say(" ", verb(f.Near, "Here both runs are of one team.", "Here the two runs of every such pair are of one team."))...)
	}
	if between > 0 {
		out = append(out, say(fmt.Sprintf(" %s of different teams. The numbers do not say why: the same published software with its defaults, a shared list of candidates, or a shared baseline would each do it.",
			verb(between, "1 such pair is", fmt.Sprintf("%d such pairs are", between))))...)
	}
	return &doc.Note{Text: out}
}

// teamsOf says whether a pair is of one team, where that is known.
func (f *Similarity) teamsOf(p *SimilarPair) string {
	switch {
	case p.SameTeam == nil:
		return ""
	case *p.SameTeam:
		return ", one team"
	}
	return ", different teams"
}

// figure is the matrix of similarities in the order of the clusters.
func (f *Similarity) figure() *doc.Figure {
	chart := &doc.Heat{Max: 1, Digits: 2, Scale: "mean RBO"}
	what := "Mean rank-biased overlap"
	if f.By == byRBO {
		chart.Scale = fmt.Sprintf("mean RBO (p = %g, to rank %d)", f.Rankings.Persistence, f.Rankings.Cutoff)
	} else {
		chart.Scale, what = "correlation of "+f.Measure+" over topics", "Correlation of the scores"
	}
	least := 0.0
	for x, s := range f.Systems {
		chart.Rows = append(chart.Rows, string(s.System))
		row := make([]*float64, len(f.Systems))
		for y := range f.Systems {
			if row[y] = f.of[[2]int{x, y}]; x == y {
				row[y] = new(1.0)
			}
			if row[y] != nil {
				least = min(least, *row[y])
			}
		}
		chart.Values = append(chart.Values, row)
	}
	chart.Columns = chart.Rows
	chart.Note = "In the order of clusters by average linkage: what is alike stands together."
	switch {
	case least < -0.3:
		chart.Min, chart.Diverging = -1, true
	case least < 0:
		chart.Note += fmt.Sprintf(" Correlations below 0, of which the least is %s, have the colour of 0.", doc.FormatNumber(least, 3))
	}
	return &doc.Figure{ID: "similarity", Chart: chart, Caption: plain(what + fmt.Sprintf(" of every pair of %ss.", f.unit)),
		Alt: fmt.Sprintf("Matrix of the similarity of %s; %s, %s.", count(len(f.Systems), f.unit), nearCount(f.Near), count(len(f.Clusters), "cluster"))}
}

func nearCount(n int) string { return count(n, "near-duplicate pair") }

// clusters lists what stands together.
func (f *Similarity) clusters() []doc.Block {
	how := fmt.Sprintf("Clusters by average linkage, joined down to a mean %s of %g: ", f.name(), f.Level)
	switch {
	case len(f.Systems) < 3:
		return nil
	case len(f.Clusters) == 0:
		return []doc.Block{para(how + "none.")}
	}
	l := &doc.List{}
	in := 0
	for _, names := range f.Clusters {
		in += len(names)
		l.Items = append(l.Items, tags(names, 12))
	}
	how += fmt.Sprintf("%s with %d of the %d %ss", count(len(f.Clusters), "cluster"), in, len(f.Systems), f.unit)
	if in < len(f.Systems) {
		how += fmt.Sprintf("; %s alone", verb(len(f.Systems)-in, "1 stands", fmt.Sprintf("%d stand", len(f.Systems)-in)))
	}
	return []doc.Block{para(how + "."), l}
}
