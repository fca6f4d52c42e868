package reports

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

// PoolSweep is the sweep over depths of the pool by the official measure, with the others beside, and what it says of
// every topic.
type PoolSweep struct {
	pooling.Sweep
	Others []pooling.Sweep      `json:"other_measures"`
	Topics []pooling.TopicDepth `json:"topics"` // every judged topic
}

func sweepPool(st *Study, p *pooling.Pool, runs []metrics.Tag) (*PoolSweep, error) {
	sweeps, err := p.Sweep(st.Measures, pooling.SweepOptions{Topics: st.Scores[0].Topics, Runs: runs, Alpha: st.Options.WithDefaults().Alpha})
	if err != nil {
		return nil, err
	}
	return &PoolSweep{Sweep: sweeps[0], Others: sweeps[1:], Topics: p.TopicDepths(0)}, nil
}

// last is the deepest point.
func (s *PoolSweep) last() pooling.SweepPoint { return s.Depths[len(s.Depths)-1] }

// settled is the least depth from which on τ never falls below .95 again; nil if that is never so.
func (s *PoolSweep) settled() *pooling.SweepPoint {
	var out *pooling.SweepPoint
	for i := range s.Depths {
		switch d := &s.Depths[i]; {
		case d.Tau == nil || *d.Tau < nearTau:
			out = nil
		case out == nil:
			out = d
		}
	}
	return out
}

const nearTau = 0.95

// sentence says from which depth on the ranking is what it is, and whether topics still gave relevant documents; known
// says that the depth of the pool is.
func (s *PoolSweep) sentence(known bool) []doc.Text {
	if s.Full.Relevant == 0 {
		return say("No document is relevant, so that no depth of the pool makes a difference.")
	}
	if s.flat() {
		return append(say(fmt.Sprintf("Even a pool of depth %d, with %s of the judgments, gives the same mean %s to every run.", *s.Depths[0].Depth,
			doc.FormatPercent(fraction(s.Depths[0].Judged, s.Full.Judged), 1), s.Measure)), s.still(known)...)
	}
	out := s.ranking()
	if extra := s.last().NewRelevant; extra != nil && len(s.Depths) > 1 {
		before := s.Depths[len(s.Depths)-2]
		if n := s.last().Judged - before.Judged; n > 0 {
			out = append(out, say(fmt.Sprintf(" From depth %d to %d, %s of %s %s relevant.", *before.Depth, *s.last().Depth,
				doc.FormatPercent(*extra, 1), count(n, "further judgment"), verb(n, "was", "were")))...)
		}
	}
	return append(out, s.still(known)...)
}

// flat says that no depth changes a mean.
func (s *PoolSweep) flat() bool {
	return !slices.ContainsFunc(s.Depths, func(d pooling.SweepPoint) bool { return d.MeanAbsDifference > 0 })
}

func (s *PoolSweep) ranking() []doc.Text {
	last := s.last()
	point := s.settled()
	switch {
	case last.Tau == nil && s.Full.Tau == nil:
		return say("By all judgments all runs have the same mean, so that there is no ranking to follow.")
	case point == nil:
		return say(fmt.Sprintf("At no depth up to %d does the ranking come near that by all judgments and stay there (τ ≥ %s).", *last.Depth, targetText(nearTau)))
	case *point.Depth == 1:
		return say(fmt.Sprintf("Even a pool of depth 1, with %s of the judgments, gives nearly the ranking by all of them (τ = ", doc.FormatPercent(fraction(point.Judged, s.Full.Judged), 1)),
			score(*point.Tau), ").")
	}
	return say(fmt.Sprintf("From depth %d on, with %s of the judgments and %s of the relevant documents, the ranking is near that by all of them (τ ≥ %s).",
		*point.Depth, doc.FormatPercent(fraction(point.Judged, s.Full.Judged), 1), doc.FormatPercent(fraction(point.Relevant, s.Full.Relevant), 1), targetText(nearTau)))
}

// still counts the topics that may have many more relevant documents.
func (s *PoolSweep) still(known bool) []doc.Text {
	var names []metrics.Topic
	for _, t := range s.Topics {
		if t.StillFinding() {
			names = append(names, t.Topic)
		}
	}
	switch {
	case names == nil && known:
		return say(" No topic has a sign of many more relevant documents than were found.")
	case names == nil:
		return nil
	case !known: // judging may have stopped anywhere
		return say(fmt.Sprintf(" %d of %s %s rich in relevant documents, or %s many of them only in the lower half of the lists.", len(names), count(len(s.Topics), "topic"),
			verb(len(names), "is", "are"), verb(len(names), "gives", "give")))
	}
	return say(fmt.Sprintf(" %d of %s may have many more relevant documents than were found: ", len(names), count(len(s.Topics), "topic")),
		topicNames(names, 8), ".")
}

// figures draw τ, and what was judged and found, against the depth.
func (s *PoolSweep) figures() []doc.Block {
	if len(s.Depths) < 2 {
		return nil
	}
	tau, ap := doc.Series{Label: "τ_b"}, doc.Series{Label: "τ_AP"}
	judged, relevant := doc.Series{Label: "judgments"}, doc.Series{Label: "relevant documents"}
	for _, d := range s.Depths {
		x := float64(*d.Depth)
		if d.Tau != nil {
			tau.X, tau.Y = append(tau.X, x), append(tau.Y, *d.Tau)
		}
		if d.TauAP != nil {
			ap.X, ap.Y = append(ap.X, x), append(ap.Y, *d.TauAP)
		}
		judged.X, judged.Y = append(judged.X, x), append(judged.Y, fraction(d.Judged, s.Full.Judged))
		relevant.X, relevant.Y = append(relevant.X, x), append(relevant.Y, fraction(d.Relevant, s.Full.Relevant))
	}
	one, zero := 1.0, 0.0
	axis := doc.Axis{Label: "Depth of the pool (documents of each run and topic)", Log: true}
	var out []doc.Block
	if len(tau.X) > 1 && len(ap.X) > 1 {
		out = append(out, &doc.Figure{ID: "pool-sweep",
			Chart:   &doc.Lines{X: axis, Y: doc.Axis{Label: "Correlation with the full ranking", Max: &one}, Series: []doc.Series{tau, ap}},
			Caption: plain(fmt.Sprintf("Ranking by mean %s with a shallower pool, against that by all judgments.", s.Measure)),
			Alt: fmt.Sprintf("Curves of τ_b and τ_AP against the depth of the pool, from %.3f and %.3f at depth %.0f to %.3f and %.3f at %.0f.",
				tau.Y[0], ap.Y[0], tau.X[0], tau.Y[len(tau.Y)-1], ap.Y[len(ap.Y)-1], tau.X[len(tau.X)-1])})
	}
	return append(out, &doc.Figure{ID: "pool-judgments",
		Chart:   &doc.Lines{X: axis, Y: doc.Axis{Label: "Share of all", Min: &zero, Percent: true}, Series: []doc.Series{judged, relevant}},
		Caption: plain("Judgments, and relevant documents, that a shallower pool would have had."),
		Alt: fmt.Sprintf("Curves of the shares of judgments and of relevant documents against the depth of the pool, up to %.3f and %.3f.",
			judged.Y[len(judged.Y)-1], relevant.Y[len(relevant.Y)-1])})
}

// table has a row a depth.
func (s *PoolSweep) table() *doc.Table {
	t := &doc.Table{ID: "pool-depths", Caption: plain("Pools of smaller depth: what they hold, and the mean " + s.Measure + " of the runs against that by all judgments.")}
	t.Columns = []doc.Column{column("Depth", doc.Right, "depth"), column("judged", doc.Right, "judged"), column("relevant", doc.Right, "relevant"), column("new rel.", doc.Right, "relevant_per_extra_judgment"),
		symbol("τ_b", doc.Right, "tau"), symbol("τ_AP", doc.Right, "tau_ap"), column("rank change", doc.Right, "max_rank_change"), column("mean |Δ|", doc.Right, "mean_abs_difference"),
		column("power", doc.Right, "discriminative_power"), column("(Holm)", doc.Right, "discriminative_power_holm"), column("Eρ²", doc.Right, "erho2")}
	for _, d := range append(slices.Clone(s.Depths), s.Full) {
		depth := cell("all")
		if d.Depth != nil {
			depth = cell(*d.Depth)
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{depth, cell(d.Judged), cell(d.Relevant), maybeShare(d.NewRelevant), maybe(d.Tau, 3), maybe(d.TauAP, 3), cell(d.MaxRankChange),
			cell(doc.Number{Value: d.MeanAbsDifference, Digits: 4}), maybe(d.Power, 3), maybe(d.PowerHolm, 3), maybe(d.ERho2, 3)}})
	}
	t.Notes = append(t.Notes, say("New rel.: share of relevant documents among those judged that the depth before lacks. τ_AP: the ranking by all judgments is the reference; τ_AP,b where runs tie there. "+
		fmt.Sprintf("Rank change: the largest of a run. Power: share of pairs of ranked runs with p ≤ %s by the paired t test, as it is and after Holm. ", alphaText(s.Alpha))+
		"Eρ²: of the ranked runs on these topics. All: with the documents that are in no run's contribution."))
	return t
}

// maxTopicRows is the number of flagged topics that the table shows.
const maxTopicRows = 20

// topicTable lists the first topics with a flag; nil if there are none.
func (s *PoolSweep) topicTable(teams bool, limit int) *doc.Table {
	one := "run"
	if teams {
		one = "team"
	}
	t := &doc.Table{ID: "pool-topics", Caption: plain("Topics that may have many more relevant documents than were found.")}
	t.Columns = []doc.Column{column("Topic", doc.Left, "topic"), column("judged", doc.Right, "judged"), column("relevant", doc.Right, "relevant"), column("share", doc.Right, "relevant_share"),
		column("in the pool", doc.Right, "found"), column("lower half", doc.Right, "new_share"), column("one "+one+" only", doc.Right, "one_team_share"), column("why", doc.Left, "flags")}
	words := map[string]string{pooling.FlagDeep: "lower half", pooling.FlagRich: "rich", pooling.FlagOneTeam: "one " + one}
	flagged := 0
	for _, d := range s.Topics {
		if len(d.Flags) == 0 {
			continue
		}
		if flagged++; flagged > limit {
			continue
		}
		var why []string
		for _, flag := range d.Flags {
			why = append(why, words[flag])
		}
		part := func(v *float64) doc.Cell {
			if v == nil {
				return cell("–")
			}
			return cell(doc.Percent{Value: *v, Digits: 0})
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(d.Topic)), cell(d.Judged), cell(d.Relevant), part(d.RelevantShare), cell(d.Found), part(d.NewShare), part(d.OneTeamShare), cell(strings.Join(why, ", "))}})
	}
	if flagged == 0 {
		return nil
	}
	if flagged > limit {
		t.Notes = append(t.Notes, say(fmt.Sprintf("Shown are the first %d of %d such topics; all are in the CSV and JSON output.", limit, flagged)))
	}
	t.Notes = append(t.Notes, say(fmt.Sprintf("Lower half: at least %s of the relevant documents in the pool, and 2, first come in the lower half of its depth. Rich: more than a third of the judged documents are relevant. "+
		"One %s: more than half of the relevant documents in the pool, and 2, come from one %s only.", doc.FormatPercent(pooling.DeepShare, 0), one, one)))
	return t
}
