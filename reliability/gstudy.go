// Package reliability tells whether a ranking of systems would hold with other topics.
//
// It knows matrices only: a system is a row, a topic a column. [Study] splits the variance of the scores into systems,
// topics and the rest (a G-study); the methods of [GStudy] then say how reliable the mean scores are, and how many topics
// it takes (a D-study). [Expect] gives the rank correlation with the true ranking that is to be expected.
//
// Both are statements about these systems: a matrix with a few hopeless systems in it looks more reliable than the
// contest at its top is. [StudyStrongest] is the companion that should be read beside it.
package reliability

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

// ErrNoVariance is returned where all scores are equal, so that there is nothing to split.
var ErrNoVariance = errors.New("no variance: all scores are equal")

// Effects of the one-facet design, systems crossed with topics.
const (
	EffectSystem   = "system"
	EffectTopic    = "topic"
	EffectResidual = "residual" // the interaction of system and topic, and error: one score a cell cannot part them
)

// Component is the share of one effect in the variance of the scores.
type Component struct {
	Effect      string  `json:"effect"` // EffectSystem, EffectTopic or EffectResidual
	DF          int     `json:"df"`
	SS          float64 `json:"ss"`           // sum of squares, in squared score units
	MS          float64 `json:"ms"`           // mean square
	Variance    float64 `json:"variance"`     // VarianceRaw, or 0 where that is negative; what the coefficients use
	VarianceRaw float64 `json:"variance_raw"` // the unbiased estimate, which may be negative
	SE          float64 `json:"se"`           // standard error of VarianceRaw if the effects are normal
	Share       float64 `json:"share"`        // of Variance in the sum over the effects, in [0, 1]

	Satterthwaite *float64 `json:"satterthwaite_df"` // degrees of freedom of the χ² that is closest to the estimate; nil unless it is above 0
}

// GStudy is the analysis of a complete matrix of scores. Its methods are the D-study.
type GStudy struct {
	Systems         int             `json:"systems"`
	Topics          int             `json:"topics"`
	Mean            float64         `json:"mean"`       // of all scores
	Components      []Component     `json:"components"` // system, topic, residual, in this order
	ConstantTopics  []int           `json:"constant_topics,omitempty"`
	WithoutConstant *Coefficients   `json:"without_constant_topics,omitempty"` // nil if there are none, or too little is left
	Copies          [][]int         `json:"copies,omitempty"`                  // groups of rows with equal scores, each of two or more
	WithoutCopies   *Coefficients   `json:"without_copies,omitempty"`          // with one of each group; nil likewise
	Warnings        []stats.Warning `json:"warnings,omitempty"`
}

// Coefficients are Eρ² and Φ of a part of the matrix, at the number of topics of that part.
type Coefficients struct {
	Systems int     `json:"systems"`
	Topics  int     `json:"topics"`
	ERho2   float64 `json:"erho2"`
	Phi     float64 `json:"phi"`
}

// Codes of the warnings that [Study] gives.
const (
	WarnFew      = "few-topics"        // two systems, or fewer than five topics
	WarnNegative = "negative-variance" // an estimate below 0, taken as 0
	WarnConstant = "constant-topic"    // topics on which all systems score the same
	WarnCopies   = "duplicate-runs"    // systems with the same score on every topic
)

// Study splits the variance of the scores, rows systems and columns topics, by the random model
//
//	score = mean + system + topic + residual
//
// The estimates are those of the analysis of variance (Brennan, Generalizability Theory, 2001, chapters 2 and 3): for a
// complete matrix they are unbiased, and equal REML's while none is negative. Topics that are constant over systems and
// systems that are copies of one another are kept; what the coefficients are without them stands beside.
//
// It returns stats.ErrTooFewSystems or stats.ErrTooFew for fewer than two systems or topics, stats.ErrNotFinite, with
// the cell, for a score that is not finite, stats.ErrRange likewise for one that is neither 0 nor of a size
// between 1e-100 and 1e100, and [ErrNoVariance] where all scores are equal. Within that range nothing overflows: all
// scores times a power of two give the same coefficients, and variances times its square.
func Study(scores mat.Matrix) (GStudy, error) {
	m, rows, err := table(scores)
	if err != nil {
		return GStudy{}, err
	}
	g, err := study(m)
	if err != nil {
		return GStudy{}, err
	}
	g.ConstantTopics = constantTopics(rows)
	g.Copies = copies(rows)
	if len(g.ConstantTopics) > 0 {
		g.WithoutConstant = coefficientsOf(part(rows, nil, g.ConstantTopics))
	}
	if len(g.Copies) > 0 {
		g.WithoutCopies = coefficientsOf(part(rows, extraCopies(g.Copies), nil))
	}
	g.Warnings = g.warnings()
	return g, nil
}

// The sizes of scores that are taken, besides 0, as in package stats.
const (
	leastScore    = 1e-100
	greatestScore = 1e100
)

// table copies the scores, also gives views of the rows, and reports what no G-study can use.
func table(scores mat.Matrix) (*mat.Dense, [][]float64, error) {
	s, t := scores.Dims()
	if s < 2 {
		return nil, nil, fmt.Errorf("%w: %d, want at least 2", stats.ErrTooFewSystems, s)
	}
	if t < 2 {
		return nil, nil, fmt.Errorf("%w: %d, want at least 2 (resample the documents inside the topic instead)", stats.ErrTooFew, t)
	}
	m := mat.DenseCopyOf(scores)
	rows := make([][]float64, s)
	for i := range rows {
		rows[i] = m.RawRowView(i)
		for j, x := range rows[i] {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return nil, nil, fmt.Errorf("score \"%v\" of system %d on topic %d: %w", x, i+1, j+1, stats.ErrNotFinite)
			}
			if size := math.Abs(x); size != 0 && (size < leastScore || size > greatestScore) {
				return nil, nil, fmt.Errorf("score \"%v\" of system %d on topic %d is %w: want 0 or a size between %g and %g",
					x, i+1, j+1, stats.ErrRange, leastScore, greatestScore)
			}
		}
	}
	return m, rows, nil
}

// study is Study without warnings and companions.
func study(scores *mat.Dense) (GStudy, error) {
	sources, err := stats.TwoWay(scores)
	if err != nil {
		return GStudy{}, err
	}
	s, t := scores.Dims()
	g := GStudy{Systems: s, Topics: t, Mean: meanOfAll(scores)}
	varies := false
	for i, effect := range []string{EffectSystem, EffectTopic, EffectResidual} {
		g.Components = append(g.Components, Component{Effect: effect, DF: sources[i].DF, SS: sources[i].SS, MS: sources[i].MS})
		varies = varies || sources[i].SS > 0
	}
	if !varies {
		return GStudy{}, ErrNoVariance
	}
	g.estimate()
	return g, nil
}

// cancellation is the rounding error of a difference of two mean squares, relative to them: what is smaller is 0, not a
// variance.
const cancellation = 1e-12

// estimate fills in the variances from the mean squares.
func (g *GStudy) estimate() {
	system, topic, residual := &g.Components[0], &g.Components[1], &g.Components[2]
	sampling := func(c *Component) float64 { return c.MS * math.Sqrt(2/float64(c.DF+2)) } // Brennan 2001, section 6.2
	between := func(c *Component, n int) {
		if d := c.MS - residual.MS; math.Abs(d) > cancellation*(c.MS+residual.MS) {
			c.VarianceRaw = d / float64(n)
		}
		c.SE = math.Hypot(sampling(c), sampling(residual)) / float64(n) // squares of mean squares may overflow
		c.Satterthwaite = satterthwaite(c, residual)
	}
	between(system, g.Topics)
	between(topic, g.Systems)
	residual.VarianceRaw = residual.MS
	residual.Satterthwaite = satterthwaite(residual, &Component{DF: 1})
	residual.SE = sampling(residual)
	var sum float64
	for i := range g.Components {
		g.Components[i].Variance = max(0, g.Components[i].VarianceRaw)
		sum += g.Components[i].Variance
	}
	for i := range g.Components {
		g.Components[i].Share = g.Components[i].Variance / sum
	}
}

func (g *GStudy) warnings() []stats.Warning {
	var out []stats.Warning
	warn := func(code, format string, args ...any) {
		out = append(out, stats.Warning{Code: code, Text: fmt.Sprintf(format, args...)})
	}
	if g.Systems == 2 || g.Topics < 5 {
		warn(WarnFew, "%d systems and %d topics: too little for variance components that mean much", g.Systems, g.Topics)
	}
	for _, c := range g.Components {
		if c.VarianceRaw < 0 {
			warn(WarnNegative, "the estimate of the variance of effect %s is negative, %.4g, and taken as 0", c.Effect, c.VarianceRaw)
		}
	}
	if n := len(g.ConstantTopics); n > 0 {
		warn(WarnConstant, "all systems score the same on %d of %d topics: columns %s", n, g.Topics, counted(g.ConstantTopics))
	}
	if len(g.Copies) > 0 {
		groups := make([]string, len(g.Copies))
		for i, group := range g.Copies {
			groups[i] = counted(group)
		}
		warn(WarnCopies, "systems with equal scores on every topic, which make the intervals too short: rows %s", strings.Join(groups, "; "))
	}
	return out
}

// counted lists indices as a reader counts, from 1.
func counted(indices []int) string {
	var b strings.Builder
	for k, i := range indices {
		if k > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, i+1)
	}
	return b.String()
}
