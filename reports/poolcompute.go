package reports

import (
	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/stats"
)

func buildPool(st *Study) (*pooling.Pool, error) {
	return pooling.Build(st.Runs, st.Qrels, pooling.Options{Depth: st.PoolDepth, Level: int(st.Level), Seed: st.Options.Plan.Seed, Workers: st.Options.Plan.Workers})
}

func auditPool(st *Study, p *pooling.Pool, unit string) (*PoolAudit, error) {
	if err := st.sampledPool(); err != nil {
		return nil, err
	}
	opt := pooling.LeaveOutOptions{Mode: st.PoolMode, Topics: st.Scores[0].Topics, Units: p.Known()}
	for _, u := range pooling.Units() {
		if u.String() == unit {
			opt.Units = []pooling.Unit{u}
		}
	}
	f := &PoolAudit{Mode: st.PoolMode, Depth: p.Depth, Facts: poolFacts(p, st.Teams), Types: p.Types(), Contributions: p.Contributions(),
		Warnings: []stats.Warning{}, teams: st.Teams, types: make(map[metrics.Tag]string), cutoff: tableCutoff}
	for _, r := range st.Runs {
		f.types[r.Tag] = r.Type
	}
	for _, m := range st.Measures {
		f.Reach = append(f.Reach, p.Reach(m))
	}
	f.Judged, f.Split = p.Judged(judgedCutoffs())
	f.ByTopic = p.JudgedByTopic(tableCutoff)
	return f, f.compute(st, p, opt)
}

// compute leaves out and sweeps.
func (f *PoolAudit) compute(st *Study, p *pooling.Pool, opt pooling.LeaveOutOptions) error {
	var err error
	if f.Verdicts, opt.Verdicts, err = judge(st, 1+p.LeaveOuts(opt.Units)); err != nil {
		return err
	}
	audits, err := f.leaveOut(p, st, opt)
	if err != nil {
		return err
	}
	a := audits[0]
	f.Measure, f.LeftOut, f.Summary, f.Flips, f.Others, f.Verdicts.Decided = a.Measure, a.LeftOut, a.Summary, a.Flips, audits[1:], a.Decided
	f.left = a.Left
	f.Correlation = p.UnjudgedAgainst(f.worth(st), f.cutoff)
	if f.Sweep, err = sweepPool(st, p, f.Verdicts.runs); err != nil {
		return err
	}
	if a.Decided == nil || st.Strata != nil { // the strata are of all topics
		opt.Verdicts = pooling.Verdicts{}
	}
	return f.cover(st, p, opt)
}

// worth is the mean score of each run by all judgments, in the order of the study: more is better.
func (f *PoolAudit) worth(st *Study) []float64 {
	byRun := make(map[metrics.Tag]float64, len(st.Runs))
	for _, l := range f.LeftOut { // also of runs without a score of their own, such as averaged ones
		byRun[l.Run] = l.Before
	}
	if st.PoolMode == pooling.Repool { // those were by the re-pooled judgments
		means := st.Scores[0].Means()
		for i, s := range st.Scores[0].Systems {
			byRun[s.Tag] = means[i]
		}
	}
	out := make([]float64, len(st.Runs))
	for i, r := range st.Runs {
		out[i] = byRun[r.Tag]
		if st.Measures[0].Lower {
			out[i] = -out[i]
		}
	}
	return out
}
