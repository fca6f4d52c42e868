package metrics

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Param is a parameter of a measure as it is written in a name: k and x after the sign @, others in brackets.
type Param struct {
	Name, Doc string
	Required  bool
	Default   []float64 // what holds where the parameter is not given; nil where Doc says what holds
	kind
}

// At says whether p is written after the sign @.
func (p Param) At() bool { return p.Name == "k" || p.Name == "x" }

// The parameters that several measures have; others stand beside their measure.
var (
	cutoff         = Param{Name: "k", Doc: "ranks looked at; without it, all", kind: whole(1, maxArg)}
	requiredCutoff = Param{Name: "k", Doc: "ranks looked at", Required: true, kind: whole(1, maxArg)}
	relLevel       = Param{Name: "rel", Doc: "least grade that is relevant; without it, that of the judgments", kind: whole(1, maxArg)}
	oldRounding    = Param{Name: "trec_eval", Doc: "9: round the number of documents needed as trec_eval 9 does", kind: words("9")}
)

// Args holds the values of a measure's parameters. The zero Args are the defaults.
type Args struct {
	K     int   // cutoff; 0: all ranks
	Level int   // least relevant grade; 0: that of the judgments
	other []arg // the other parameters given, by name; none is given its default. Never changed, so that copies are safe
}

// arg is what a parameter was given.
type arg struct {
	name   string
	values []float64
}

func byName(a arg, name string) int { return strings.Compare(a.name, name) }

// has says whether p was given something else than its default.
func (a Args) has(p Param) bool {
	_, found := slices.BinarySearchFunc(a.other, p.Name, byName)
	return found
}

// values are those of p: what was given, or its default.
func (a Args) values(p Param) []float64 {
	if i, found := slices.BinarySearchFunc(a.other, p.Name, byName); found {
		return a.other[i].values
	}
	return p.Default
}

// number is the value of p, which is a single number.
func (a Args) number(p Param) float64 { return a.values(p)[0] }

// with gives p, which has no value yet, one.
func (a Args) with(p Param, values []float64) Args {
	switch {
	case p.Name == "k":
		a.K = int(values[0])
	case p.Name == "rel":
		a.Level = int(values[0])
	case !slices.Equal(values, p.Default):
		i, _ := slices.BinarySearchFunc(a.other, p.Name, byName)
		a.other = slices.Insert(slices.Clone(a.other), i, arg{p.Name, values})
	}
	return a
}

// text is the value of p as it is written; empty if it was not given.
func (a Args) text(p Param) string {
	switch {
	case p.Name == "k" && a.K > 0:
		return strconv.Itoa(a.K)
	case p.Name == "rel" && a.Level > 0:
		return strconv.Itoa(a.Level)
	case a.has(p):
		return p.show(a.values(p))
	}
	return ""
}

// kind says how the values of a parameter are read and written: any is a list of numbers. What show writes, read reads
// back.
type kind struct {
	read func(text string) ([]float64, error)
	show func(values []float64) string
}

// maxArg keeps cutoffs and levels within what an int32 can hold, on every machine.
const maxArg = 1_000_000_000

// whole is a whole number in decimal digits only.
func whole(lo, hi uint64) kind {
	return kind{func(s string) ([]float64, error) {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil || s[0] == '0' && s != "0" || n < lo || n > hi {
			return nil, fmt.Errorf("want a whole number from %d to %d", lo, hi)
		}
		return []float64{float64(n)}, nil
	}, showList}
}

// decimal is a number from lo to hi.
func decimal(lo, hi float64) kind {
	return kind{func(s string) ([]float64, error) {
		x, err := readNumber(s)
		if err == nil && (x < lo || x > hi) {
			err = fmt.Errorf("want a number from %s to %s", showNumber(lo), showNumber(hi))
		}
		return []float64{x}, err
	}, showList}
}

// share is a number between 0 and 1, neither of which it is.
func share() kind {
	return kind{func(s string) ([]float64, error) {
		x, err := readNumber(s)
		if err == nil && (x <= 0 || x >= 1) {
			err = fmt.Errorf("want a number between 0 and 1")
		}
		return []float64{x}, err
	}, showList}
}

// list holds values of a kind, separated by commas: n of them, or any number if n is 0.
func list(n int, of kind) kind {
	return kind{func(s string) ([]float64, error) {
		var out []float64
		for item := range strings.SplitSeq(s, ",") {
			x, err := of.read(item)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", item, err)
			}
			out = append(out, x...)
		}
		if n > 0 && len(out) != n {
			return nil, fmt.Errorf("want %d numbers", n)
		}
		return out, nil
	}, showList}
}

// sorted is a list whose order says nothing: it is read into ascending order.
func sorted(of kind) kind {
	read := of.read
	of.read = func(s string) ([]float64, error) {
		values, err := read(s)
		slices.Sort(values)
		return values, err
	}
	return of
}

// words is one of some words; its value is the number of the word.
func words(known ...string) kind {
	return kind{func(s string) ([]float64, error) {
		i := slices.Index(known, s)
		if i < 0 {
			return nil, fmt.Errorf("want %s", strings.Join(known, " or "))
		}
		return []float64{float64(i)}, nil
	}, func(values []float64) string { return known[int(values[0])] }}
}

// Sizes of the numbers given, but for 0: no product or sum of what a measure makes of them overflows or vanishes.
const (
	leastArg    = 1e-9
	greatestArg = maxArg
)

// readNumber reads a decimal number as the float64 nearest to it.
func readNumber(s string) (float64, error) {
	if strings.Trim(s, "+-.0123456789eE") != "" {
		return 0, fmt.Errorf("want a number")
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("want a number")
	}
	if size := max(x, -x); x != 0 && (size < leastArg || size > greatestArg) {
		return 0, fmt.Errorf("want 0 or a size from %v to %v", leastArg, float64(greatestArg))
	}
	return x + 0, nil // −0 + 0 is 0
}

// showNumber is the shortest text that is read as x.
func showNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func showList(values []float64) string {
	var b strings.Builder
	for i, x := range values {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(showNumber(x))
	}
	return b.String()
}
