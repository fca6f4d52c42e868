package reports

import (
	"fmt"
	"maps"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// JudgmentSet is the judgments of two judges or more.
type JudgmentSet struct {
	Names      []string
	Qrels      []metrics.Qrels                           // of each; a negative grade is pooled, not judged
	Weights    map[metrics.Topic]map[metrics.Doc]float64 // of documents, for samples that are not uniform; nil: all 1
	Scale      []int                                     // grades of the scale, increasing; nil: 0 to the greatest given, or to Level
	Level      metrics.Grade                             // least grade that counts as relevant
	DropBelow  *float64                                  // topics whose κ is lower are left out, to see what changes; nil: none
	Confidence float64                                   // of intervals; 0 means stats.DefaultConfidence
	Plan       resample.Plan                             // of the bootstrap
	Pair       *JudgeStudy                               // two of the judges whose scores of runs are compared; nil: labels only
	Warnings   []stats.Warning                           // of reading
}

// ratings lines the judgments up: a unit is a document of a topic, in the order of their names.
type ratings struct {
	reliability.Ratings
	topics []metrics.Topic // of Ratings.Topics
	docs   []metrics.Doc
}

// MostGrades is the greatest number of grades of a scale, which percentages need: weighted coefficients take the square
// of it for each replicate, and more are scores rather than grades.
const MostGrades = 101

// largestScale is the greatest grade up to which every whole number is taken to be of the scale; beyond, grades are.
const largestScale = 20

// scale is that of the flags, or the grades from 0 up.
func (set *JudgmentSet) scale() ([]int, error) {
	given := make(map[int]bool)
	for _, q := range set.Qrels {
		for _, docs := range q {
			for _, grade := range docs {
				if grade >= 0 {
					given[int(grade)] = true
				}
			}
		}
	}
	used := slices.Sorted(maps.Keys(given))
	if set.Scale != nil {
		for _, grade := range used {
			if !slices.Contains(set.Scale, grade) {
				return nil, fmt.Errorf("grade %d is not in the scale %s", grade, gradeList(set.Scale))
			}
		}
		return set.Scale, nil
	}
	top := max(int(set.Level), 1)
	if len(used) > 0 {
		top = max(top, used[len(used)-1])
	}
	if top > largestScale {
		given[0] = true
		if len(given) > MostGrades {
			return nil, fmt.Errorf("%d different grades: want %d at most, such as 0 to 100", len(given), MostGrades)
		}
		return slices.Sorted(maps.Keys(given)), nil
	}
	out := make([]int, top+1)
	for i := range out {
		out[i] = i
	}
	return out, nil
}

// lineUp makes the ratings of all judges, by an increasing scale.
func (set *JudgmentSet) lineUp(scale []int) *ratings {
	r := new(ratings)
	index := make(map[int]int)
	for i, grade := range scale {
		index[grade] = i
		r.Scale = append(r.Scale, float64(grade))
	}
	all := make(map[metrics.Topic]map[metrics.Doc]bool)
	for _, q := range set.Qrels {
		for t, docs := range q {
			if all[t] == nil {
				all[t] = make(map[metrics.Doc]bool)
			}
			for d, grade := range docs {
				if grade >= 0 {
					all[t][d] = true
				}
			}
		}
	}
	for n, t := range slices.Sorted(maps.Keys(all)) {
		r.topics = append(r.topics, t)
		for _, d := range slices.Sorted(maps.Keys(all[t])) {
			labels := make([]int, len(set.Qrels))
			for j, q := range set.Qrels {
				if grade, ok := q[t][d]; ok && grade >= 0 {
					labels[j] = index[int(grade)]
				} else {
					labels[j] = reliability.Unlabelled
				}
			}
			r.Labels, r.Topics, r.docs = append(r.Labels, labels), append(r.Topics, n), append(r.docs, d)
			if set.Weights != nil {
				r.Weights = append(r.Weights, set.Weights[t][d])
			}
		}
	}
	return r
}

// only keeps some judges and units.
func (r *ratings) only(judges []int, keep func(unit int) bool) reliability.Ratings {
	out := reliability.Ratings{Scale: r.Scale}
	for u, labels := range r.Labels {
		if !keep(u) {
			continue
		}
		kept := labels
		if judges != nil {
			kept = make([]int, len(judges))
			for i, j := range judges {
				kept[i] = labels[j]
			}
		}
		out.Labels, out.Topics = append(out.Labels, kept), append(out.Topics, r.Topics[u])
		if r.Weights != nil {
			out.Weights = append(out.Weights, r.Weights[u])
		}
	}
	return out
}

// weight is that of a unit, 1 where there are none.
func (r *ratings) weight(unit int) float64 {
	if r.Weights == nil {
		return 1
	}
	return r.Weights[unit]
}

// labelled counts the judges of a unit.
func labelled(labels []int) int {
	n := 0
	for _, l := range labels {
		if l != reliability.Unlabelled {
			n++
		}
	}
	return n
}

// coverage fills in what each judge judged.
func (f *Judgments) coverage(set *JudgmentSet, r *ratings) {
	f.Coverage.By = make([]int, len(set.Names))
	judged := make([]JudgeCoverage, len(set.Names))
	shared, relevantShared := make([]float64, len(set.Names)), make([]float64, len(set.Names)) // weighted
	for u, labels := range r.Labels {
		n := labelled(labels)
		f.Coverage.By[n-1]++
		for j, l := range labels {
			if l == reliability.Unlabelled {
				continue
			}
			c, relevant := &judged[j], f.Scale[l] >= int(f.Level)
			c.Judged++
			if relevant {
				c.Relevant++
			}
			if n == 1 {
				c.Alone++
				continue
			}
			c.Shared++
			shared[j] += r.weight(u)
			if relevant {
				relevantShared[j] += r.weight(u)
			}
		}
	}
	counts := make(map[int][]int)
	for j, q := range set.Qrels {
		c := &judged[j]
		c.Judge, c.Topics, c.TopicsMissing = set.Names[j], 0, []metrics.Topic{}
		for _, t := range r.topics {
			if docs, ok := q[t]; ok && len(docs) > 0 {
				c.Topics++
			} else {
				c.TopicsMissing = append(c.TopicsMissing, t)
			}
			for _, grade := range q[t] {
				if counts[int(grade)] == nil {
					counts[int(grade)] = make([]int, len(set.Names))
				}
				counts[int(grade)][j]++
				if grade < 0 {
					c.Negative++
				}
			}
		}
		if c.Shared > 0 {
			share := relevantShared[j] / shared[j]
			c.Prevalence = &share
		}
	}
	f.Coverage.Judges = judged
	f.Grades = []GradeCounts{}
	for _, grade := range f.Scale {
		if counts[grade] == nil {
			counts[grade] = make([]int, len(set.Names))
		}
	}
	for _, grade := range slices.Sorted(maps.Keys(counts)) {
		f.Grades = append(f.Grades, GradeCounts{grade, counts[grade]})
	}
}

// confuse counts how the grades of two judges fall together.
func (f *Judgments) confuse(r *ratings) {
	if len(f.Names) != 2 {
		return
	}
	c := &Confusion{Counts: make([][]int, len(f.Scale)), OnlyA: make([]int, len(f.Scale)), OnlyB: make([]int, len(f.Scale))}
	for i := range c.Counts {
		c.Counts[i] = make([]int, len(f.Scale))
	}
	for _, l := range r.Labels {
		switch {
		case l[1] == reliability.Unlabelled:
			c.OnlyA[l[0]]++
		case l[0] == reliability.Unlabelled:
			c.OnlyB[l[1]]++
		default:
			c.Counts[l[0]][l[1]]++
		}
	}
	f.Confusion = c
}

// prevalence is the share of each grade among the labels of documents that two judged or more.
func (f *Judgments) prevalence(r *ratings) {
	f.Prevalence = make([]*float64, len(f.Scale))
	counts, total := make([]float64, len(f.Scale)), 0.0
	for u, labels := range r.Labels {
		if labelled(labels) < 2 {
			continue
		}
		for _, l := range labels {
			if l != reliability.Unlabelled {
				counts[l] += r.weight(u)
				total += r.weight(u)
			}
		}
	}
	for i := range counts {
		if total > 0 {
			share := counts[i] / total
			f.Prevalence[i] = &share
		}
	}
}
