package reports

import "strings"

// testNames is how prose names the tests of stats.PairedTests.
var testNames = map[string]string{
	"randomization": "paired randomization test",
	"t":             "paired t test",
}

// correctionNames is how prose names what stats.Corrections does.
var correctionNames = map[string]string{
	"bonferroni": "Bonferroni's correction",
	"holm":       "Holm's correction",
	"bh":         "the Benjamini-Hochberg correction",
}

// shortNames is how a column or a figure names a procedure.
var shortNames = map[string]string{
	"randomized-tukey": "randomised Tukey HSD",
	"none":             "unadjusted",
	"bonferroni":       "Bonferroni",
	"holm":             "Holm",
	"bh":               "BH",
}

// procedureName is how prose names the procedure: "randomised Tukey HSD", "the paired t test with Holm's correction".
func (c *Comparison) procedureName() string {
	test, correction, ok := strings.Cut(c.Procedure, "+")
	switch {
	case !ok:
		return lookup(shortNames, c.Procedure)
	case correction == "none" && c.Family.M == 1:
		return "the " + lookup(testNames, test)
	case correction == "none":
		return "the " + lookup(testNames, test) + " without correction"
	}
	return "the " + lookup(testNames, test) + " with " + lookup(correctionNames, correction)
}

// procedureShort is a procedure in a column head: "randomised Tukey HSD", "Holm".
func procedureShort(name string) string {
	_, correction, ok := strings.Cut(name, "+")
	if !ok {
		return lookup(shortNames, name)
	}
	return lookup(shortNames, correction)
}

// lookup is the name's entry, or the name itself: a new list entry prints sensibly before it has a prose name.
func lookup(names map[string]string, name string) string {
	if s, ok := names[name]; ok {
		return s
	}
	return name
}
