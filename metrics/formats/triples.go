package formats

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
)

// What measureField says where it is no field.
const (
	noTriples   = -1 // lines do not have three fields, the last a number
	noneOrBoth  = -2 // neither of the first two fields, or both alike, look like measures
	trecMeasure = 0  // as trec_eval writes lines
	irMeasure   = 1  // as ir_measures does
)

// measureField finds the field that holds the measure on lines of measure, topic, value (trec_eval -q) or topic, measure,
// value (ir_measures -q): the one that is the name of a measure, or stands beside the topic "all", on more lines.
func (f *form) measureField() int {
	head := f.head[0].fields
	switch {
	case len(head) != 3:
		return noTriples
	case head[0] == "runid" || strings.HasPrefix(head[0], "relstring"):
		return trecMeasure
	case !isDecimal(head[2]) || isDecimal(head[0]) && isDecimal(head[1]):
		return noTriples
	}
	known := make(map[string]bool)
	measure := func(name string) bool {
		is, seen := known[name]
		if !seen {
			is = isMeasure(name)
			known[strings.Clone(name)] = is
		}
		return is
	}
	votes := 0 // positive: the second field
	for rec, err := range f.records() {
		if err != nil || len(rec.fields) != 3 {
			continue // complained of later
		}
		if measure(rec.fields[0]) || rec.fields[1] == "all" {
			votes--
		}
		if measure(rec.fields[1]) || rec.fields[0] == "all" {
			votes++
		}
	}
	switch {
	case votes < 0:
		return trecMeasure
	case votes > 0:
		return irMeasure
	}
	return noneOrBoth
}

// trecEval reads lines of measure, topic, value.
func (f *form) trecEval() {
	if f.triple == noneOrBoth {
		f.ambiguous()
		return
	}
	for rec := range f.lines(0) {
		measure, topic := rec.fields[0], rec.fields[1]
		if topic == "all" || measure == "runid" || measure == "num_q" || strings.HasPrefix(measure, "gm_") || strings.HasPrefix(measure, "relstring") {
			continue
		}
		if !f.summary(topic, rec.pos(f.file, 1), "line") {
			f.set(canonical(measure), f.system, topic, rec.fields[2], rec.pos(f.file, 2))
		}
	}
}

// irMeasures reads lines of topic, measure, value.
func (f *form) irMeasures() {
	for rec := range f.lines(0) {
		topic := rec.fields[0]
		if topic == "all" || topic == "" {
			continue
		}
		if !f.summary(topic, rec.pos(f.file, 0), "line") {
			f.set(canonical(rec.fields[1]), f.system, topic, rec.fields[2], rec.pos(f.file, 2))
		}
	}
}

// isMean tells a line of ir_measures that has no topic: the mean of all.
func (f *form) isMean(rec record) bool {
	return f.triple == irMeasure && len(rec.fields) == 2 && isMeasure(rec.fields[0]) && isDecimal(rec.fields[1])
}

// ambiguous complains of three fields of which the measure cannot be told.
func (f *form) ambiguous() {
	head := f.head[0]
	f.problems.Add(Pos{f.file, head.line, 0}, fmt.Errorf("%w: which is the measure, %s or %s? want measure, topic, value as trec_eval -q prints them, "+
		"topic, measure, value as ir_measures -q does, or a first line of names, such as topic measure score",
		ErrValue, show(head.fields[0]), show(head.fields[1])))
}

// canonical is the name of a measure as we print it.
func canonical(measure string) string {
	if a, err := metrics.Find(measure); err == nil {
		return a.String()
	}
	return measure
}

// elsewhere lists measures of trec_eval and ir_measures that we may not compute, without parameters.
var elsewhere = []string{
	"11pt_avg", "G", "Rndcg", "Rprec_mult", "binG", "gm_bpref", "gm_map", "infAP", "iprec_at_recall", "map_avgjg", "map_cut", "ndcg_rel", "prefs_avgjg",
	"relative_P", "set_F", "set_P", "set_map", "set_recall", "set_relative_P", "success", "utility", "yaap",
	"AP_IA", "AWRF", "Accuracy", "BPM", "Compat", "ERR", "ERR_IA", "INSQ", "INST", "IPrec", "Judged", "NERR10", "NERR11", "NERR8", "NERR9", "NRBP", "NumQ",
	"NumRel", "NumRelRet", "NumRet", "P_IA", "RBP", "SDCG", "STREC", "SetAP", "SetF", "SetP", "SetR", "SetRelP", "alpha_DCG", "alpha_nDCG", "nERR_IA", "nNRBP",
	"nRBP", "α_DCG", "α_nDCG",
}

// isMeasure says whether a name is that of a measure: one of ours or elsewhere, with parameters in brackets, after @ or
// after the last underscore.
func isMeasure(name string) bool {
	if _, err := metrics.Find(name); err == nil {
		return true
	}
	if i := strings.IndexAny(name, "(@"); i > 0 {
		name = name[:i]
	} else if i := strings.LastIndexByte(name, '_'); i > 0 && isDecimal(name[i+1:]) {
		name = name[:i]
	}
	return slices.Contains(elsewhere, name)
}
