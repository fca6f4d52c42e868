package reports

import "strings"

// testNames is how prose names the tests of stats.PairedTests.
var testNames = map[string]string{
	"randomization":   "paired randomization test",
	"t":               "paired t test",
	"wilcoxon":        "Wilcoxon signed-rank test",
	"sign":            "sign test",
	"items":           "paired randomization test over items",
	"bootstrap":       "studentized bootstrap test",
	"bootstrap-shift": "bootstrap-shift test",
}

// correctionNames is how prose names what stats.Corrections does.
var correctionNames = map[string]string{
	"bonferroni": "Bonferroni's correction",
	"sidak":      "Šidák's correction",
	"holm":       "Holm's correction",
	"hochberg":   "Hochberg's correction",
	"hommel":     "Hommel's correction",
	"bh":         "the Benjamini-Hochberg correction",
	"by":         "the Benjamini-Yekutieli correction",
}

// shortNames is how a column or a figure names a procedure.
var shortNames = map[string]string{
	"randomized-tukey": "randomised Tukey HSD",
	"tukey":            "Tukey HSD",
	"maxt":             "studentized maxT",
	"maxt-step-down":   "step-down maxT",
	"nemenyi":          "Nemenyi's test of ranks",
	"none":             "unadjusted",
	"bonferroni":       "Bonferroni",
	"sidak":            "Šidák",
	"holm":             "Holm",
	"hochberg":         "Hochberg",
	"hommel":           "Hommel",
	"bh":               "BH",
	"by":               "BY",
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

// procedureLong names a procedure outside a comparison: "randomised Tukey HSD", "paired t test with Holm's correction".
func procedureLong(name string) string {
	test, correction, ok := strings.Cut(name, "+")
	switch {
	case !ok:
		return lookup(shortNames, name)
	case correction == "none":
		return lookup(testNames, test) + ", uncorrected"
	}
	return lookup(testNames, test) + " with " + lookup(correctionNames, correction)
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
