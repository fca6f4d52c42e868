package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/reliability"
	"sigrel/reports"
	"sigrel/stats"
)

// dataBased is the flags of the analyses of reliability that split, draw and test topics.
type dataBased struct {
	parts                []string
	splits, replicates   int
	swapWidth, fuzziness float64
	seed                 uint64
}

func (d *dataBased) register(f *pflag.FlagSet) {
	f.StringSliceVar(&d.parts, "parts", nil, "show these `parts` only, and in full, separated by commas: "+strings.Join(reports.DataParts(), ", "))
	f.IntVar(&d.splits, "splits", reliability.DefaultSplits, "`number` of random splits of the topics, where there are more than 5000")
	f.Float64Var(&d.swapWidth, "swap-width", 0, "`width` of a bin of differences for swap rates (default .01 for scores from 0 to 1, else about a 100th of their range)")
	f.Float64Var(&d.fuzziness, "fuzziness", reliability.DefaultFuzziness, "`share` of the greater mean below which a difference counts as none for error rates")
	f.IntVar(&d.replicates, "replicates", reliability.DefaultLotteryReplicates, "`number` of topic samples for the chances to be first")
	f.Uint64Var(&d.seed, "seed", 1, "`number` that fixes what is drawn")
}

// Bounds of what is drawn: every split is kept, as two lists of topics.
const (
	maxDataSplits     = 100_000
	maxDataReplicates = 1_000_000
)

func (d *dataBased) check(e *env) error {
	for _, p := range d.parts {
		if !slices.Contains(reports.DataParts(), p) {
			return usagef("parts %q: want some of %s", p, strings.Join(reports.DataParts(), ", "))
		}
	}
	switch {
	case e.flags.Changed("parts") && len(d.parts) == 0:
		return usagef("parts \"\": want some of %s", strings.Join(reports.DataParts(), ", "))
	case d.splits < 10 || d.splits > maxDataSplits:
		return usagef("splits %d: want 10 to %d", d.splits, maxDataSplits)
	case d.replicates < 100 || d.replicates > maxDataReplicates:
		return usagef("replicates %d: want 100 to %d", d.replicates, maxDataReplicates)
	case e.flags.Changed("swap-width") && !(d.swapWidth > 0 && d.swapWidth < 1e100):
		return usagef("swap-width %v: want a difference of scores above 0", d.swapWidth)
	case !(d.fuzziness >= 0 && d.fuzziness < 1):
		return usagef("fuzziness %v: want a share from 0 up to, not including, 1", d.fuzziness)
	}
	for _, n := range []struct{ flag, part string }{{"swap-width", reports.PartSwap}, {"fuzziness", reports.PartSwap}, {"replicates", reports.PartLottery}} {
		if e.flags.Changed(n.flag) && d.parts != nil && !slices.Contains(d.parts, n.part) {
			return usagef("--%s is about the part %s, which --parts leaves out", n.flag, n.part)
		}
	}
	if e.flags.Changed("splits") && d.parts != nil && !slices.Contains(d.parts, reports.PartSplit) && !slices.Contains(d.parts, reports.PartSwap) {
		return usagef("--splits is about the parts split and swap, which --parts leaves out")
	}
	return nil
}

func (d *dataBased) apply(st *reports.Study, jobs int) {
	st.Data = reports.DataOptions{Parts: d.parts, Splits: d.splits, SwapWidth: d.swapWidth, Fuzziness: &d.fuzziness, Replicates: d.replicates}
	st.Options.Plan.Seed, st.Options.Plan.Workers = d.seed, jobs
	st.Options.Alpha = stats.DefaultAlpha
}
