package reliability

import (
	"fmt"
	"math"
	"slices"

	"sigrel/stats"
	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// FacetInterval is a confidence interval of Eρ² at the sizes of the study, by leaving out one level of a facet after the
// other. It knows the chance of which levels of that facet were drawn; the objects and the levels of other facets are
// those of the data.
type FacetInterval struct {
	Method     string  `json:"method"` // "jackknife"
	Facet      string  `json:"facet"`  // whose levels were left out, one at a time
	Levels     int     `json:"levels"`
	Lo         float64 `json:"lo"`
	Hi         float64 `json:"hi"`
	Confidence float64 `json:"confidence"`
}

// mostWork is the number of rows, times levels left out, up to which the interval is computed: some seconds.
var mostWork = map[Estimator]int{EstimatorANOVA: 20_000_000, EstimatorHenderson1: 1_000_000, EstimatorMINQUE0: 1_000_000, EstimatorREML: 50_000}

// leastLeft is the number of levels that a jackknife takes.
const leastLeft = 5

// jackknife fills in the interval. Pseudo-values are those of ln(1 − Eρ²), which with one facet is −ln F (Arvesen and
// Schmitz, Biometrics 26, 1970, on variance components): a jackknife of a ratio of variances wants the logarithm.
func (s *FacetStudy) jackknife(d *facetDesign, opt FacetOptions) {
	f := s.longest()
	if f < 0 {
		s.NoInterval = fmt.Sprintf("no random facet that is nested in no other has %d levels or more", leastLeft)
		return
	}
	facet := slices.Index(d.o.Facets, s.Facets[f].Name)
	levels := d.of(1 << facet)
	n := len(levels.count)
	if len(d.o.Scores)*n > mostWork[s.Estimator] {
		s.NoInterval = fmt.Sprintf("it would take the study of %d rows %d times", len(d.o.Scores), n)
		return
	}
	whole := math.Log(1 - s.AsStudied.ERho2)
	values, errs := make([]float64, n), make([]error, n)
	resample.Each(n, opt.Workers, func(i int) {
		var left float64
		if left, errs[i] = s.without(d, levels, int32(i)); errs[i] == nil {
			values[i] = float64(n)*whole - float64(n-1)*math.Log(1-left)
		}
	})
	for i, err := range errs {
		if err != nil {
			row := slices.Index(levels.level, int32(i))
			s.NoInterval = fmt.Sprintf("without %s: %v", d.o.name(facet, d.o.Levels[facet][row]), err)
			return
		}
	}
	confidence := opt.Confidence
	if confidence == 0 {
		confidence = stats.DefaultConfidence
	}
	centre, se := meanAndError(values)
	half := dist.StudentQuantile((1-confidence)/2, float64(n-1)) * se
	lo, hi := max(0, 1-math.Exp(centre+half)), max(0, 1-math.Exp(centre-half))
	if math.IsNaN(lo) || math.IsNaN(hi) {
		s.NoInterval = "Eρ² is 1, with no error to judge by"
		return
	}
	s.Interval = &FacetInterval{Method: "jackknife", Facet: s.Facets[f].Name, Levels: n, Lo: lo, Hi: hi, Confidence: confidence}
}

// longest is the random facet with most levels, of those that are nested in none; −1 if it has too few.
func (s *FacetStudy) longest() int {
	best := -1
	for i, f := range s.Facets {
		if i > 0 && f.Separable && !f.Fixed && len(f.NestedIn) == 0 && f.Levels >= leastLeft && (best < 0 || f.Levels > s.Facets[best].Levels) {
			best = i
		}
	}
	return best
}

// without is Eρ², at the sizes of the study, of the data without one level.
func (s *FacetStudy) without(d *facetDesign, levels factor, level int32) (float64, error) {
	var rows []int
	part := Observations{Facets: d.o.Facets, Counts: d.o.Counts, Levels: make([][]int32, len(d.o.Levels))}
	for row, l := range levels.level {
		if l == level {
			continue
		}
		rows = append(rows, row)
		part.Scores = append(part.Scores, d.o.Scores[row])
	}
	var variances []float64
	if s.Estimator == EstimatorANOVA {
		y, scale := part.centred()
		if scale == 0 {
			return 0, ErrNoVariance
		}
		variances, _ = d.expectedMeanSquares(d.anova(rows, y, part.noise(scale)))
	} else {
		for f, of := range d.o.Levels {
			for _, row := range rows {
				part.Levels[f] = append(part.Levels[f], of[row])
			}
		}
		e, err := s.Estimator.run(part, d.effects[:len(d.effects)-1])
		if err != nil {
			return 0, err
		}
		variances = e.Variances
	}
	return s.point(variances, s.sizes(nil)).ERho2, nil
}
