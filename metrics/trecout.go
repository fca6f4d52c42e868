package metrics

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// TrecOptions says how [WriteTrec] prints.
type TrecOptions struct {
	ByTopic bool // a block for each topic before that for all
	RunID   bool // name the run although nobody asked: there are several
	Digits  int  // decimals; trec_eval has 4
	// Labels is what relstring prints, such as that of [Labels]; nil if it was not asked for.
	Labels func(tag Tag, t Topic, n int) string
}

// WriteTrec prints the scores of the system in a row as trec_eval does: with opt.ByTopic a block of lines for each topic, in
// byte order, then one for all of them; each in trec_eval's order of measures. The scores are those of r.Measures, in their
// order. A line is "name<TAB>topic<TAB>value", the name padded to 22 characters.
//
// It returns what w returns, and an error if relstring was asked for without opt.Labels.
func WriteTrec(w io.Writer, r Request, scores []*Scores, row int, opt TrecOptions) error {
	p := &trecPrinter{w: bufio.NewWriter(w), request: r, scores: scores, row: row, opt: opt}
	if opt.Labels == nil && slices.ContainsFunc(r.lines, func(l trecLine) bool { return l.measure == lineOfLabels }) {
		return errors.New("relstring: want runs and judgments; scores do not say where documents stand")
	}
	topics := scores[0].Topics
	if opt.ByTopic {
		order := make([]int, len(topics))
		for t := range order {
			order[t] = t
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(topics[a], topics[b]) })
		for _, t := range order {
			p.topic(t)
		}
	}
	p.all()
	return p.w.Flush()
}

type trecPrinter struct {
	w       *bufio.Writer // keeps its first error
	request Request
	scores  []*Scores
	row     int
	opt     TrecOptions
}

func (p *trecPrinter) line(name string, topic Topic, value string) {
	fmt.Fprintf(p.w, "%-22s\t%s\t%s\n", name, topic, value)
}

// topic prints the block of a topic. It has neither what is one for all topics nor logarithms.
func (p *trecPrinter) topic(t int) {
	topic := p.scores[0].Topics[t]
	for _, l := range p.request.lines {
		switch l.measure {
		case lineOfRunID:
		case lineOfLabels:
			p.line(l.name, topic, "'"+p.opt.Labels(p.scores[0].Systems[p.row].Tag, topic, l.labels)+"'")
		default:
			if m := p.request.Measures[l.measure]; m.Measure != numQ && !m.Log {
				p.line(l.name, topic, p.number(m, p.scores[l.measure].Row(p.row)[t]))
			}
		}
	}
}

// all prints the block of all topics.
func (p *trecPrinter) all() {
	tag := string(p.scores[0].Systems[p.row].Tag)
	asked := slices.ContainsFunc(p.request.lines, func(l trecLine) bool { return l.measure == lineOfRunID })
	if p.opt.RunID && !asked {
		p.line(runID, "all", tag)
	}
	for _, l := range p.request.lines {
		switch l.measure {
		case lineOfRunID:
			p.line(l.name, "all", tag)
		case lineOfLabels:
		default:
			m := p.request.Measures[l.measure]
			p.line(l.name, "all", p.number(m, m.All(p.scores[l.measure].Row(p.row))))
		}
	}
}

// number prints a value: a count as a whole number, and nothing as −0.
func (p *trecPrinter) number(m Applied, x float64) string {
	digits := p.opt.Digits
	if m.Count {
		digits = 0
	}
	s := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// RequestOf is a request for scores that are there already, in their order and under their own names. A measure that is not
// known is one whose value for all topics is the mean.
func RequestOf(scores []*Scores) Request {
	var r Request
	for i, s := range scores {
		a, err := Find(s.Measure)
		if err != nil {
			unknown := Measure{Name: s.Measure, Lower: s.Lower, Lo: math.Inf(-1), Hi: math.Inf(1)}
			a = Applied{Measure: &unknown}
		}
		r.Measures = append(r.Measures, a)
		r.lines = append(r.lines, trecLine{name: s.Measure, measure: i})
	}
	return r
}

// Labels makes the function that says what relstring prints: a sign for each of the first n documents that a run ranks on a
// topic, as opt has them looked at. The sign is the grade from 0 to 9, > for a greater one, . for a document that was pooled
// and not judged, and - for one that was not pooled.
func Labels(runs []*Run, gold Gold, opt EvalOptions) func(tag Tag, t Topic, n int) string {
	byTag := make(map[Tag]*Run, len(runs))
	for _, r := range runs {
		byTag[r.Tag] = r
	}
	return func(tag Tag, t Topic, n int) string {
		r := byTag[tag]
		if r == nil {
			return ""
		}
		j := judge(gold, t, r, opt)
		out := make([]byte, j.cut(n))
		for i := range out {
			switch g := j.Gains[i]; {
			case g >= 10:
				out[i] = '>'
			case !math.IsNaN(g):
				out[i] = '0' + byte(g)
			case j.Pooled != nil && j.Pooled[i]:
				out[i] = '.'
			default:
				out[i] = '-'
			}
		}
		return string(out)
	}
}
