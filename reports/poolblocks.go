package reports

import "sigrel/reports/doc"

// Blocks shows the summary, every run, the pictures and what was judged; in a report, without the tables of details. Runs
// that were asked for with --new come first.
func (f *PoolAudit) Blocks() []doc.Block {
	if f.JudgeNext == nil {
		return append(append(f.auditBlocks(), f.holeBlocks(!f.full)...), mind(f.Warnings)...)
	}
	out := append(f.holeBlocks(!f.full), heading("The pool"))
	return append(append(out, f.auditBlocks()...), mind(f.Warnings)...)
}

func (f *PoolAudit) auditBlocks() []doc.Block {
	out := []doc.Block{para(f.sentence()), f.depthSentence()}
	if p := f.reachParagraph(); p != nil {
		out = append(out, p)
	}
	if f.Summary.Run != nil || f.Summary.Team != nil {
		out = append(out, para(f.Reuse("").Sentence))
	}
	if n := f.fewNote(); n != nil {
		out = append(out, n)
	}
	if n := f.coveredNote(); n != nil {
		out = append(out, n)
	}
	out = append(out, f.changes()...)
	if s := f.unjudgedParagraph(); s != nil {
		out = append(out, s)
	}
	if f.full {
		out = append(out, f.contributionTable())
	}
	out = append(out, f.typeBlocks()...)
	if len(f.Others) > 0 {
		out = append(out, f.others())
	}
	out = append(out, f.depths()...)
	if h := f.heat(); h != nil && f.full {
		out = append(out, h)
	}
	return out
}

// Tables are for programs: every row of what Blocks shows, and of what it only counts or draws.
func (f *PoolAudit) Tables() []doc.Block {
	out := []doc.Block{f.summaryTable(), f.runTable(f.kinds(), true)}
	if t := f.flipTable(f.Flips, len(f.Flips)); t != nil {
		out = append(out, t)
	}
	if t := f.typeTable(); t != nil {
		out = append(out, t)
	}
	if len(f.Others) > 0 {
		out = append(out, f.measureTable())
	}
	out = append(out, f.Sweep.table())
	if t := f.Sweep.topicTable(f.teams, len(f.Sweep.Topics)); t != nil {
		out = append(out, t)
	}
	return append(append(out, f.contributionTable(), f.unjudgedTable()), f.holeTables()...)
}

// typeBlocks is the table of types, if there is one.
func (f *PoolAudit) typeBlocks() []doc.Block {
	if t := f.typeTable(); t != nil && f.full {
		return []doc.Block{t}
	}
	return nil
}

// depths shows the sweep; in a report only what it says and the picture of the ranking.
func (f *PoolAudit) depths() []doc.Block {
	out := []doc.Block{para(f.Sweep.sentence(!f.Depth.Unknown()))}
	if !f.Sweep.flat() {
		figures := f.Sweep.figures()
		if !f.full {
			return append(out, figures[:min(1, len(figures))]...)
		}
		out = append(append(out, f.Sweep.table()), figures...)
	}
	if t := f.Sweep.topicTable(f.teams, maxTopicRows); t != nil && f.full {
		out = append(out, t)
	}
	return out
}
