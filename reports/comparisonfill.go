package reports

import (
	"math"

	"sigrel/stats"
	"sigrel/stats/dist"
)

func (c *Comparison) fillPairs(fam *stats.Family, opt stats.Options) {
	c.Pairs = make([]Pair, len(fam.Pairs))
	for n, p := range fam.Pairs {
		x, y := c.scores.Row(p.I), c.scores.Row(p.J)
		wins, ties, losses := stats.WinsTiesLosses(x, y)
		r := p.Result
		pair := Pair{
			A: c.scores.Systems[p.I].Tag, B: c.scores.Systems[p.J].Tag, Difference: r.Estimate, Interval: r.Interval,
			Test: r.Test, Method: r.Method, Statistic: r.Statistic, DF: r.DF, P: r.P, PLo: r.PLo, PHi: r.PHi,
			PAdjusted: p.Adjusted, PAdjustedLo: p.AdjustedLo, PAdjustedHi: p.AdjustedHi, Significant: p.Adjusted <= opt.Alpha, Wins: wins, Ties: ties, Losses: losses,
			Detectable: p.Detectable, Verdict: NotSeparated, i: p.I, j: p.J, n: r.N,
		}
		if p.Statistic != nil {
			pair.Statistic, pair.DF = p.Statistic, nil // of the procedure, whose adjusted p stands beside
		}
		if pair.Significant {
			pair.Verdict = Different
		}
		if d, err := stats.DZ(x, y); err == nil && opt.Strata == nil {
			pair.DZ = &d // over strata it would not be the mean of the stratum means that it divides
		}
		c.Pairs[n] = pair
	}
}

func (c *Comparison) fillSystems(decisions stats.Decisions, kind string, opt stats.Options) {
	k := len(decisions)
	ranks := c.scores.Keep(upTo(k), upTo(len(c.scores.Topics))).Ranks()
	letters := c.letters(decisions)
	c.Systems = make([]System, len(c.scores.Systems))
	for i, sys := range c.scores.Systems {
		mean, sd, interval := summarize(c.scores.Row(i), opt)
		row := System{System: sys.Tag, Team: sys.Team, Type: sys.Type, Mean: mean, SD: sd, Interval: interval, Groups: []string{}}
		if i < k {
			rank := ranks[i]
			row.Rank = &rank
			if kind == "all-pairs" {
				lo, hi := decisions.RankInterval(i)
				row.RankLo, row.RankHi = &lo, &hi
			}
			if c.Critical != nil {
				half := *c.Critical / 2
				row.Comparison = &half
			}
			if letters != nil {
				row.Groups = letters[i]
			}
		}
		c.Systems[i] = row
	}
}

// summarize gives the mean over topics (of the stratum means, where there are strata), the standard deviation (n − 1) over
// all topics, and the t interval of the mean. One topic has neither of the last two.
func summarize(x []float64, opt stats.Options) (mean float64, sd *float64, interval *stats.Interval) {
	n := float64(len(x))
	mean, sd = meanSD(x)
	if sd == nil {
		return mean, nil, nil
	}
	if opt.Strata != nil {
		if r, err := stats.TTest(x, make([]float64, len(x)), stats.Options{Strata: opt.Strata, Confidence: opt.Confidence}); err == nil {
			return r.Estimate, sd, r.Interval
		}
	}
	half := dist.StudentQuantile((1-opt.Confidence)/2, n-1) * *sd / math.Sqrt(n)
	return mean, sd, &stats.Interval{Lo: mean - half, Hi: mean + half, Confidence: opt.Confidence, Kind: stats.KindT}
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
