package reliability

import (
	"fmt"
	"math"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// Unlabelled stands in [Ratings.Labels] where a judge did not label a unit.
const Unlabelled = -1

// Ratings are the labels that judges gave to units. A unit is what is judged at a time: a document for a topic.
type Ratings struct {
	Scale   []float64 // the value of each label of the scale, increasing; also of labels that nobody used
	Labels  [][]int   // [unit][judge]: an index of Scale, or Unlabelled
	Topics  []int     // the topic of each unit, from 0; nil: all are of one
	Weights []float64 // of each unit, above 0, such as one over its chance of being in the sample; nil: all the same
}

// LabelOptions are the options of [AgreeLabels]. The zero value gives no binary part and no intervals.
type LabelOptions struct {
	Relevant   int            // index in Scale of the least label that is relevant; 0: labels are not made binary
	Confidence float64        // of intervals, inside (0, 1); 0 means stats.DefaultConfidence
	Plan       *resample.Plan // of the bootstrap; nil: no intervals
}

// LabelCoefficient is one coefficient of agreement.
type LabelCoefficient struct {
	Name     string   `json:"name"`
	Value    *float64 `json:"value"`    // nil where it is undefined
	Observed *float64 `json:"observed"` // observed disagreement, weighted; nil where the coefficient is no 1 − observed/expected
	Expected *float64 `json:"expected"` // disagreement expected by chance
	SE       *float64 `json:"se"`       // linearised, over units as if they were independent; nil where it would be 0
	Z        *float64 `json:"z"`        // of Cohen's κ, by its standard error without agreement beyond chance
	P        *float64 `json:"p"`        // two-sided, of Z
	Lo       *float64 `json:"lo"`       // percentile interval over topics, then documents
	Hi       *float64 `json:"hi"`
	Left     int      `json:"undefined_replicates"` // in which it does not exist; they are left out of the interval
	Reason   string   `json:"reason,omitempty"`     // why the value, or its interval, is not there
}

// LabelAgreement is how far judges agree on labels.
type LabelAgreement struct {
	Judges       int                `json:"judges"`
	Units        int                `json:"units"`  // with labels of two judges or more; the others are left out
	Single       int                `json:"single"` // units with one label, left out
	Topics       int                `json:"topics"` // with such units
	Coefficients []LabelCoefficient `json:"coefficients"`
	Binary       []LabelCoefficient `json:"binary"` // the same of relevant or not, and those that only that has; nil without
	Confidence   float64            `json:"confidence"`
	Replicates   int                `json:"replicates"` // 0 if nothing was drawn
	Seed         uint64             `json:"seed"`       // meaningful if Replicates > 0
	Warnings     []stats.Warning    `json:"warnings,omitempty"`
}

// ErrNoUnits is returned where no unit was labelled by two judges.
var ErrNoUnits = fmt.Errorf("no document was judged twice")

// noVariation is why a coefficient that corrects for chance does not exist where all labels are the same.
const noVariation = "no variation: all labels are the same"

// AgreeLabels computes every coefficient of [LabelCoefficients] that goes with the number of judges. Units with fewer than
// two labels are left out of all of them.
//
// Where all labels are the same, nothing could disagree and no coefficient that corrects for chance exists. Standard errors
// are linearised over units, which takes documents of one topic as independent. Intervals are percentile intervals over
// replicates that draw topics with replacement and then, in each topic drawn, as many of its documents with replacement.
//
// It returns [ErrNoUnits] where no unit has two labels. It panics if a slice has another length than the units, a label is
// no index of the scale, a weight is not a finite number above 0, the scale does not increase, or an option is out of range.
func AgreeLabels(r Ratings, opt LabelOptions) (LabelAgreement, error) {
	if opt.Confidence == 0 {
		opt.Confidence = stats.DefaultConfidence
	}
	r.check(opt)
	u := collect(r)
	out := LabelAgreement{Judges: u.judges, Units: len(u.of), Single: len(r.Labels) - len(u.of) - u.empty, Topics: len(u.topics), Confidence: opt.Confidence}
	if out.Units == 0 {
		return out, ErrNoUnits
	}
	s := newLabelSheet(r.Scale, u.judges, u.patterns)
	grades := labelEstimators(s, false)
	var binary []labelEstimator
	if opt.Relevant > 0 {
		binary = labelEstimators(s.binary(opt.Relevant), true)
	}
	all := append(append([]labelEstimator{}, grades...), binary...)
	found := make([]LabelCoefficient, len(all))
	for i, e := range all {
		found[i] = e.coefficient(u)
	}
	if opt.Plan != nil {
		out.Replicates, out.Seed = opt.Plan.Count(), opt.Plan.Seed
		out.Warnings = u.bootstrap(all, found, opt)
	}
	out.Coefficients, out.Binary = found[:len(grades):len(grades)], found[len(grades):]
	if opt.Relevant == 0 {
		out.Binary = nil
	}
	return out, nil
}

func (r Ratings) check(opt LabelOptions) {
	for i, v := range r.Scale {
		if math.IsNaN(v) || math.IsInf(v, 0) || i > 0 && v <= r.Scale[i-1] {
			panic(fmt.Sprintf("reliability: scale %v, want increasing numbers", r.Scale))
		}
	}
	if r.Topics != nil && len(r.Topics) != len(r.Labels) || r.Weights != nil && len(r.Weights) != len(r.Labels) {
		panic("reliability: topics or weights are not as many as units")
	}
	for _, labels := range r.Labels {
		if len(labels) != len(r.Labels[0]) {
			panic(fmt.Sprintf("reliability: %d and %d judges, want as many for all units", len(labels), len(r.Labels[0])))
		}
		for _, l := range labels {
			if l != Unlabelled && (l < 0 || l >= len(r.Scale)) {
				panic(fmt.Sprintf("reliability: label %d of a scale of %d", l, len(r.Scale)))
			}
		}
	}
	for _, w := range r.Weights {
		if !(w > 0) || math.IsInf(w, 0) {
			panic(fmt.Sprintf("reliability: weight %v, want a number above 0", w))
		}
	}
	if opt.Relevant < 0 || opt.Relevant > 0 && opt.Relevant >= len(r.Scale) || !(opt.Confidence > 0 && opt.Confidence < 1) {
		panic(fmt.Sprintf("reliability: label %d relevant of %d, confidence %v", opt.Relevant, len(r.Scale), opt.Confidence))
	}
}

// labelUnits are those with two labels or more, told apart only by their pattern: which judge gave which label. All
// coefficients are functions of how often each pattern occurs.
type labelUnits struct {
	judges   int
	patterns [][]int
	of       []int     // the pattern of each unit
	weights  []float64 // of each unit, on average 1
	equal    bool      // all weights are the same
	topics   [][]int   // units of each topic
	empty    int       // units that nobody labelled
}

func collect(r Ratings) *labelUnits {
	u := &labelUnits{equal: true}
	if len(r.Labels) > 0 {
		u.judges = len(r.Labels[0])
	}
	seen, topicAt := make(map[string]int), make(map[int]int)
	var sum float64
	for i, labels := range r.Labels {
		given := 0
		key := make([]byte, 0, 4*len(labels))
		for _, l := range labels {
			if l != Unlabelled {
				given++
			}
			key = append(key, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
		}
		if given == 0 {
			u.empty++
		}
		if given < 2 {
			continue
		}
		p, ok := seen[string(key)]
		if !ok {
			p = len(u.patterns)
			seen[string(key)] = p
			u.patterns = append(u.patterns, labels)
		}
		topic := 0
		if r.Topics != nil {
			topic = r.Topics[i]
		}
		at, ok := topicAt[topic]
		if !ok {
			at = len(u.topics)
			topicAt[topic] = at
			u.topics = append(u.topics, nil)
		}
		u.topics[at] = append(u.topics[at], len(u.of))
		w := 1.0
		if r.Weights != nil {
			w = r.Weights[i]
		}
		u.equal = u.equal && (len(u.weights) == 0 || w == u.weights[0])
		u.of, u.weights = append(u.of, p), append(u.weights, w)
		sum += w
	}
	for i := range u.weights {
		if u.weights[i] *= float64(len(u.of)) / sum; u.equal {
			u.weights[i] = 1 // also where the division rounds
		}
	}
	return u
}

// tally is the weight of each pattern.
func (u *labelUnits) tally() []float64 {
	out := make([]float64, len(u.patterns))
	for i, p := range u.of {
		out[p] += u.weights[i]
	}
	return out
}
