package reliability

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// DefaultLotteryReplicates is the number of topic samples that are drawn where a plan does not say.
const DefaultLotteryReplicates = 10_000

// lotteryLabel names the random stream.
const lotteryLabel = "lottery"

// lotteryTop is the number of places that count as the top.
const lotteryTop = 3

// exactLotteryTopics is the number of topics up to which all n^n samples are counted.
const exactLotteryTopics = 5

// LotteryOptions are the options of [Draw].
type LotteryOptions struct {
	Teams      []int         // team of each system, from 0 on without gaps; nil: not known
	Primary    []bool        // the runs that teams declared as primary, at most one a team; nil: not known
	Confidence float64       // of rank intervals; 0: stats.DefaultConfidence
	Plan       resample.Plan // Replicates 0: DefaultLotteryReplicates
}

// Lottery is what would become of the ranking on another sample of topics of the same size.
type Lottery struct {
	Systems    int          `json:"systems"`
	Topics     int          `json:"topics"`
	Replicates int          `json:"replicates"` // samples of topics
	Exact      bool         `json:"exact"`      // all samples there are, none drawn
	Seed       uint64       `json:"seed"`       // meaningful if not Exact
	Confidence float64      `json:"confidence"` // of the rank intervals
	Runs       []Chance     `json:"runs"`       // by row
	Teams      []TeamChance `json:"teams"`      // by team; empty without teams
}

// Chance is that of one system, or of one team, among the others. Those that tie share: each of two that tie for the first
// place has it by one half, so that chances add up to 1, and to 3 for the top three (or to their number, if there are
// fewer).
type Chance struct {
	First  float64 `json:"first"`
	Top    float64 `json:"top3"`
	RankLo int     `json:"rank_lo"` // the rank, 1 + the number of better ones, lies between with the probability Confidence
	RankHi int     `json:"rank_hi"`
}

// TeamChance is the chance of a team by its best run in each sample, and by its declared primary run among those of the
// other teams; nil where it declared none.
type TeamChance struct {
	Best    Chance  `json:"best_run"`
	Primary *Chance `json:"primary_run"`
}

// Draw draws topics with replacement, as many as there are, and ranks the systems (rows) by their means in each sample. For
// up to five topics all n^n samples are counted in place of draws. Means that differ by no more than rounding tie.
//
// The bootstrap takes the topics for what topics are like, and the means found for the true ones: a system that was lucky is
// flattered. With few topics it knows too little of what others may bring.
//
// Errors are those of [Study] but for [ErrNoVariance]. It panics if an option has not one entry a row, Teams has a gap, or a
// team has two primary runs.
func Draw(scores mat.Matrix, opt LotteryOptions) (Lottery, error) {
	_, rows, err := table(scores)
	if err != nil {
		return Lottery{}, err
	}
	k, n := len(rows), len(rows[0])
	if opt.Confidence == 0 {
		opt.Confidence = stats.DefaultConfidence
	}
	if opt.Plan.Replicates == 0 {
		opt.Plan.Replicates = DefaultLotteryReplicates
	}
	out := Lottery{Systems: k, Topics: n, Exact: n <= exactLotteryTopics, Seed: opt.Plan.Seed, Confidence: opt.Confidence, Teams: []TeamChance{}}
	members, primary := opt.groups(k)
	fields := []*field{newField(k)}
	if members != nil {
		fields = append(fields, newField(len(members)), newField(len(primary)))
	}
	drawn := drawLottery(rows, members, primary, out.Exact, opt.Plan)
	for _, part := range drawn {
		for f := range fields {
			fields[f].merge(part[f])
		}
	}
	out.Replicates = fields[0].samples
	for i := range k {
		out.Runs = append(out.Runs, fields[0].chance(i, opt.Confidence))
	}
	for t := range members {
		c := TeamChance{Best: fields[1].chance(t, opt.Confidence)}
		if i := slices.IndexFunc(primary, func(row int) bool { return opt.Teams[row] == t }); i >= 0 {
			p := fields[2].chance(i, opt.Confidence)
			c.Primary = &p
		}
		out.Teams = append(out.Teams, c)
	}
	return out, nil
}

// groups are the rows of each team, and the primary rows.
func (o LotteryOptions) groups(k int) (members [][]int, primary []int) {
	if o.Teams == nil {
		return nil, nil
	}
	if len(o.Teams) != k || o.Primary != nil && len(o.Primary) != k {
		panic(fmt.Sprintf("reliability: teams of %d and primary runs of %d of %d systems", len(o.Teams), len(o.Primary), k))
	}
	members = make([][]int, slices.Max(o.Teams)+1)
	for row, t := range o.Teams {
		members[t] = append(members[t], row)
		if o.Primary != nil && o.Primary[row] {
			primary = append(primary, row)
		}
	}
	for t, rows := range members {
		mine := 0
		for _, row := range rows {
			if o.Primary != nil && o.Primary[row] {
				mine++
			}
		}
		if len(rows) == 0 || mine > 1 {
			panic(fmt.Sprintf("reliability: team %d has %d systems, %d of them primary", t, len(rows), mine))
		}
	}
	return members, primary
}

// drawLottery ranks the systems, the teams and the primary runs in every sample of topics.
func drawLottery(rows [][]float64, members [][]int, primary []int, exact bool, plan resample.Plan) [][]*field {
	n := len(rows[0])
	tie := tieWidth(rows, n)
	record := func(fields []*field, times []float64, scratch []float64) {
		means := scratch[:len(rows)]
		for i, row := range rows {
			s := 0.0
			for t, c := range times {
				s += c * row[t]
			}
			means[i] = s
		}
		fields[0].record(means, tie)
		if members == nil {
			return
		}
		some := scratch[len(rows):][:0]
		for _, m := range members {
			best := math.Inf(-1)
			for _, row := range m {
				best = max(best, means[row])
			}
			some = append(some, best)
		}
		fields[1].record(some, tie)
		some = some[:0]
		for _, row := range primary {
			some = append(some, means[row])
		}
		fields[2].record(some, tie)
	}
	start := func() ([]*field, []float64, []float64) {
		return []*field{newField(len(rows)), newField(len(members)), newField(len(primary))}, make([]float64, n), make([]float64, 2*len(rows))
	}
	if exact {
		fields, times, scratch := start()
		for sample := range int(math.Pow(float64(n), float64(n))) {
			clear(times)
			for range n {
				times[sample%n]++
				sample /= n
			}
			record(fields, times, scratch)
		}
		return [][]*field{fields}
	}
	return resample.Map(plan, lotteryLabel, func(b resample.Block) []*field {
		fields, times, scratch := start()
		for range b.Hi - b.Lo {
			clear(times)
			for range n {
				times[b.Rand.IntN(n)]++
			}
			record(fields, times, scratch)
		}
		return fields
	})
}
