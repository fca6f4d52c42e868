package reports

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// DataBased are the analyses of reliability that take no model: they split, draw and test the topics that there are. Each
// is null where NotAssessed says why.
type DataBased struct {
	Split       *SplitHalf        `json:"split_half"`
	Swap        *Swaps            `json:"swap"`
	Power       *Power            `json:"discriminative_power"`
	Lottery     *Lottery          `json:"lottery"`
	NotAssessed map[string]string `json:"not_assessed"` // by key of the above

	full  bool // show everything, as for those who asked for a part
	parts []string
}

// DataOptions are the options of the data-based analyses. The zero value makes all of them, with the usual numbers.
type DataOptions struct {
	Parts      []string // of DataParts; nil: all, shown in short
	Splits     int      // random splits where there are too many to list; 0: reliability.DefaultSplits
	SwapWidth  float64  // of a bin of differences, in score units; 0: reliability.SwapWidth
	Fuzziness  *float64 // of error rates; nil: reliability.DefaultFuzziness
	Replicates int      // topic samples of the lottery; 0: reliability.DefaultLotteryReplicates
}

// Names of the parts of a reliability analysis. PartStudy is the G-study and D-study; it is always made.
const (
	PartStudy   = "study"
	PartSplit   = "split"
	PartSwap    = "swap"
	PartPower   = "power"
	PartLottery = "lottery"
)

// DataParts lists them.
func DataParts() []string { return []string{PartStudy, PartSplit, PartSwap, PartPower, PartLottery} }

// asked tells whether a part is to be made.
func (o DataOptions) asked(part string) bool { return o.Parts == nil || slices.Contains(o.Parts, part) }

// data is what the analyses take: the ranked systems, higher is better.
type data struct {
	c       *Comparison
	values  *mat.Dense
	teams   []int // nil where teams were not declared
	names   []metrics.Team
	primary []bool
	options DataOptions
	plan    resample.Plan
	level   float64 // of intervals
}

func newData(a *Analysis, c *Comparison) data {
	k := len(c.ranked())
	d := data{c: c, options: a.Data, level: a.Options.WithDefaults().Confidence,
		values: mat.DenseCopyOf(signed(c.scores).Slice(0, k, 0, c.Topics))}
	d.plan = resample.Plan{Seed: a.Options.Plan.Seed, Workers: a.Options.Plan.Workers}
	if !a.Teams {
		return d
	}
	d.teams, d.names = numberTeams(teamsOf(c.ranked()))
	declared := make(map[metrics.Team]int)
	for _, s := range c.ranked() {
		d.primary = append(d.primary, s.Type == "primary")
		if s.Type == "primary" {
			declared[s.Team]++
		}
	}
	for i, s := range c.ranked() {
		d.primary[i] = d.primary[i] && declared[s.Team] == 1 // of two primary runs neither is the team's
	}
	return d
}

// assessData makes the data-based analyses. What the data cannot answer is a reason, not an error.
func (f *Reliability) assessData(a *Analysis) error {
	f.NotAssessed = map[string]string{}
	if f.tauReason != "" {
		f.NotAssessed["expected_tau"] = f.tauReason
	}
	f.parts, f.full = a.Data.Parts, a.Data.Parts != nil
	d := newData(a, a.official())
	for _, part := range []struct {
		name, key string
		find      func() error
	}{
		{PartSplit, "split_half", func() (err error) { f.Split, err = findSplit(d); return err }},
		{PartSwap, "swap", func() (err error) { f.Swap, err = findSwaps(d); return err }},
		{PartPower, "discriminative_power", func() (err error) { f.Power, err = findPower(a); return err }},
		{PartLottery, "lottery", func() (err error) { f.Lottery, err = findLottery(d); return err }},
	} {
		if !a.Data.asked(part.name) {
			f.NotAssessed[part.key] = "not asked for"
			continue
		}
		if f.Incomplete != nil {
			f.NotAssessed[part.key] = "it wants a score in every cell"
			continue
		}
		err := part.find()
		switch {
		case err == nil:
		case errors.Is(err, stats.ErrTooFew), errors.Is(err, stats.ErrTooFewSystems), errors.Is(err, reliability.ErrNoVariance):
			f.NotAssessed[part.key] = err.Error()
		default:
			return err
		}
	}
	return nil
}

// showsStudy tells whether the G-study and D-study are shown.
func (f *DataBased) showsStudy() bool { return f.parts == nil || slices.Contains(f.parts, PartStudy) }

// dataBlocks shows them: the chances on other topics and a sentence of each other, or all there is of the parts asked for.
func (f *Reliability) dataBlocks() []doc.Block {
	var out []doc.Block
	if f.Lottery != nil && !f.full {
		out = append(out, f.Lottery.blocks(false)...)
	}
	if f.Split != nil {
		out = append(out, f.Split.blocks(f.full)...)
	}
	if f.Swap != nil {
		out = append(out, f.Swap.blocks(f.full)...)
	}
	if f.Power != nil {
		out = append(out, f.Power.blocks(f.full)...)
	}
	if f.Lottery != nil && f.full {
		out = append(out, f.Lottery.blocks(true)...)
	}
	for _, part := range []struct{ key, title string }{{"split_half", "Split halves"}, {"swap", "Swap rates"},
		{"discriminative_power", "Discriminative power"}, {"lottery", "The leaderboard on other topics"}} {
		if why, ok := f.NotAssessed[part.key]; ok && why != "not asked for" {
			out = append(out, note(fmt.Sprintf("%s: not assessed: %s.", part.title, why)))
		}
	}
	return out
}

// methods says after whom the data-based analyses were made.
func (f *DataBased) methods() []doc.Text {
	var out []doc.Text
	if f.Split != nil {
		out = append(out, say(" Split halves: "+f.Split.ways()+".")...)
	}
	if f.Swap != nil {
		out = append(out, say(" Swap rates follow ", doc.Cite("voorhees2002"), ", over "+f.Swap.sets()+".")...)
	}
	if f.Power != nil {
		out = append(out, say(" Discriminative power is the share of pairs that are significant ", doc.Cite("sakai2006"), ".")...)
	}
	if f.Lottery != nil {
		out = append(out, say(" Chances on other topics are from "+f.Lottery.samples()+".")...)
	}
	return out
}
