package reports

import (
	"fmt"
	"strings"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

var methods = &Section{
	Name: "methods", Title: "Methods",
	Doc: "what was computed and how, with references, and every convention used: text for the paper's own methods section",
	Run: findMethods,
}

// Methods lists what was done; the prose is made from it.
type Methods struct {
	Test        string       `json:"test"`
	Procedure   string       `json:"procedure"`
	Alpha       float64      `json:"alpha"`
	Confidence  float64      `json:"confidence"`
	Seed        *uint64      `json:"seed"`
	Replicates  *int         `json:"replicates"`
	Conventions []Convention `json:"conventions"`

	a    *Analysis
	ways map[stats.Method]int
}

// Convention is a choice that another program may have made differently.
type Convention struct {
	What string `json:"what"`
	How  string `json:"how"`
}

func findMethods(a *Analysis) (Finding, error) {
	c := a.official()
	f := &Methods{Test: c.Test, Procedure: c.Procedure, Alpha: c.Alpha, Confidence: a.Options.WithDefaults().Confidence,
		Seed: c.Seed, Replicates: c.Replicates, a: a, ways: make(map[stats.Method]int)}
	for _, p := range c.Pairs {
		f.ways[p.Method]++
	}
	f.Conventions = conventions(a)
	return f, nil
}

// conventions are the choices this study depends on.
func conventions(a *Analysis) []Convention {
	c := a.official()
	out := []Convention{
		{"means", fmt.Sprintf("over all %d topics, the same for every system", c.Topics)},
		{"equal means", "means that agree to 12 significant digits share a rank"},
		{"significant", fmt.Sprintf("adjusted p ≤ %s", alphaText(c.Alpha))},
		{"identical systems", "p = 1; the pair counts in the family"},
	}
	if c.Strata != nil {
		out[0].How = strings.TrimSuffix(c.strataText(), ".")
	}
	if a.BetweenTeams {
		out = append(out, Convention{"teams", "compared by their declared primary runs; the other runs stand apart"})
	}
	if c.Test == "wilcoxon" {
		out = append(out, Convention{"topics without a difference", c.options.Zeros.String()})
	}
	if c.Margin != nil {
		out = append(out, Convention{"equivalence", fmt.Sprintf("margin %s, two one-sided tests", trimmed(*c.Margin))})
	}
	if a.Task != nil {
		out = append(append(out, a.Task.conventions(a.Study)...), measureConventions(a.Measures)...)
	} else if a.Runs != nil {
		out = append(out,
			Convention{"order of a run", a.Reading.order()},
			Convention{"document twice in a topic", a.Reading.duplicates()},
			Convention{"relevant", fmt.Sprintf("grade %d or more", a.Level)},
			Convention{"unjudged documents", "not relevant"},
			Convention{"negative grades", a.Reading.negatives()},
			Convention{"topics without relevant documents", "score 0 and count in the means"},
			Convention{"missing topics", missingText[a.Policy]})
		out = append(out, measureConventions(a.Measures)...)
	} else {
		out = append(out, Convention{"missing scores", missingScoreText[a.Policy]})
	}
	if c.Replicates != nil {
		out = append(out, Convention{"replicates", fmt.Sprintf("B = %d, seed %d, p = (b + 1)/(B + 1)", *c.Replicates, *c.Seed)})
	}
	return out
}

// measureConventions are the definitions of measures.
func measureConventions(ms []metrics.Applied) []Convention {
	var out []Convention
	for i, m := range ms {
		if i > 0 && ms[i-1].Measure == m.Measure {
			out[len(out)-1].What += ", " + m.String()
		} else {
			out = append(out, Convention{m.String(), strings.TrimSuffix(m.Doc, ".")})
		}
	}
	return out
}

// missingText says what each policy does to a run without a judged topic.
var missingText = map[string]string{
	"":         "a run without a judged topic scores 0 there (as trec_eval -c)",
	"zero":     "a run without a judged topic scores 0 there (as trec_eval -c)",
	"drop":     "a topic that some run lacks is dropped for all runs",
	"drop-run": "a run that lacks a judged topic is dropped",
	"error":    "refused",
}

var missingScoreText = map[string]string{
	"": "refused", "error": "refused", "zero": "count as 0",
	"drop": "the topic is dropped for all systems", "drop-run": "the system is dropped",
}

// Blocks is the methods text.
func (f *Methods) Blocks() []doc.Block {
	c := f.a.official()
	out := []doc.Block{f.comparison(c)}
	if f.a.reliability != nil {
		out = append(out, f.reliability())
	}
	if f.a.audit != nil {
		out = append(out, f.pool())
	}
	out = append(out, heading("Conventions"))
	l := &doc.List{}
	for _, cv := range f.Conventions {
		l.Items = append(l.Items, say(doc.Strong(plain(cv.What+": ")), cv.How+"."))
	}
	return append(out, l)
}

// comparison describes the tests.
func (f *Methods) comparison(c *Comparison) *doc.Paragraph {
	name := c.Measure + " scores"
	if c.Measure == "score" { // of a matrix that does not say
		name = "scores"
	}
	out := say(fmt.Sprintf("Per-topic %s of %d systems on the same %d topics were compared", name, len(c.ranked()), c.Topics))
	switch {
	case c.Procedure == "randomized-tukey":
		how := say(", over all permutations of the scores within topics")
		if c.Replicates != nil {
			how = say(", with ", doc.Integer(*c.Replicates), fmt.Sprintf(" permutations of the scores within topics (seed %d, ", *c.Seed), doc.Emph("p"), " = (b + 1)/(B + 1) ", doc.Cite("phipson2010"), ")")
		}
		out = append(out, say(" by the randomised Tukey HSD test ", doc.Cite("carterette2012"), doc.Cite("sakai2018"), how,
			fmt.Sprintf(", which controls the family-wise error rate at α = %s over the %d pairs under the hypothesis that all systems are exchangeable on every topic.", alphaText(c.Alpha), len(c.Pairs)))...)
		if len(c.Systems[0].Groups) > 0 {
			out = append(out, say(" Compact letters follow from it ", doc.Cite("piepho2004"), ".")...)
		}
		out = append(out, say(" Beside it stand the "+lookup(testNames, c.Test)+"s of single pairs, ", f.test(c), ", unadjusted and adjusted after Holm ", doc.Cite("holm1979"), ".")...)
	default:
		out = append(out, say(" by "+c.procedureName()+fmt.Sprintf(" over %s, ", count(len(c.Pairs), "pair")), f.test(c))...)
		if key := c.cite(); key != "" {
			out = append(out, say(" ", doc.Cite(key))...)
		}
		out = append(out, say(".")...)
	}
	out = append(out, f.also(c)...)
	out = append(out, say(" Intervals of means are t intervals over topics.")...)
	if c.Strata == nil {
		out = append(out, say(" Effect sizes are d_z, the mean of the differences over their standard deviation ", doc.Cite("sakai2014"), ".")...)
	}
	return para(out, fmt.Sprintf(" All was computed with sigrel %s.", f.a.Version))
}

// also says what was done beside: strata, primary runs, equivalence, Bayes, the checks of the section on decisions.
func (f *Methods) also(c *Comparison) []doc.Text {
	var out []doc.Text
	if len(c.Strata) > 1 {
		out = append(out, say(fmt.Sprintf(" Means are means over %d strata of topics, each with the same weight; analysis of variance and reliability disregard the strata.", len(c.Strata)))...)
	}
	if f.a.BetweenTeams {
		out = append(out, say(" Teams were compared by the primary run that each had declared.")...)
	}
	if c.Margin != nil {
		out = append(out, say(fmt.Sprintf(" Differences smaller than %s were taken not to matter, and equivalence within that margin was tested by two one-sided tests ", trimmed(*c.Margin)), doc.Cite("schuirmann1987"), ".")...)
	}
	if c.Rope != nil {
		out = append(out, say(fmt.Sprintf(" Posterior probabilities of a difference beyond ±%s are those of the Bayesian signed-rank test ", trimmed(*c.Rope)), doc.Cite("benavoli2017"), ".")...)
	}
	if c.Procedure == "randomized-tukey" && c.Strata == nil {
		out = append(out, say(" As a check stand beside them Tukey HSD on the residual of the two-way analysis of variance ", doc.Cite("tukey1949"))...)
		if c.Beside != nil {
			out = append(out, say(" and, since systems vary unequally, Westfall and Young's studentized maxT ", doc.Cite("westfall1993"))...)
		}
		out = append(out, say(".")...)
	}
	return out
}

// cite is the work behind the correction, or the procedure.
func (c *Comparison) cite() string {
	if _, correction, ok := strings.Cut(c.Procedure, "+"); ok {
		return FindCorrection(correction).Cite
	}
	if p := FindProcedure(c.Procedure); p != nil {
		return p.Cite
	}
	return ""
}

// test says how the p of single pairs were computed.
func (f *Methods) test(c *Comparison) []doc.Text {
	side := f.a.Options.Alternative.String()
	if f.a.Options.Alternative != stats.TwoSided {
		side = "one-sided (" + side + ")"
	}
	if c.Test != "randomization" {
		return say(side+" ", doc.Cite(FindTest(c.Test).Cite))
	}
	out := say(side+" on the difference of means ", doc.Cite("smucker2007"))
	switch {
	case f.ways[stats.Exact] == len(c.Pairs):
		return append(out, say(", exact over all relabellings of the topics ", doc.Cite("pagano1983"))...)
	case f.ways[stats.Exact] > 0:
		return append(out, say(fmt.Sprintf(", exact over all relabellings of the topics in %d of %d pairs, else computed numerically, ", f.ways[stats.Exact], len(c.Pairs)), c.certified())...)
	}
	return append(out, say(", over all relabellings of the topics, computed numerically, ", c.certified())...)
}

func (f *Methods) reliability() *doc.Paragraph {
	r := f.a.reliability
	out := say("Reliability follows generalizability theory ", doc.Cite("brennan2001"), doc.Cite("bodoff2007"),
		" with a fully crossed system × topic design: variance components by analysis of variance, interval estimates for Eρ² after Feldt ", doc.Cite("feldt1965"),
		" and for Φ after Arteaga and others ", doc.Cite("arteaga1982"), ", as in ", doc.Cite("urbano2013"))
	if in := r.Intervals; in.Method == IntervalsTeams && r.teams < r.Systems {
		how := fmt.Sprintf("%d random draws (seed %d)", *in.Draws, seedOf(in.Seed))
		if in.Enumerated {
			how = fmt.Sprintf("all %d choices", *in.Draws)
		}
		out = append(out, say(", but, since runs of one team resemble each other, of one run a team, averaged over "+how)...)
	}
	out = append(out, say("; the expected rank correlation with the true ranking after ", doc.Cite("urbano2016"))...)
	if r.Expected != nil && r.Expected.Interval != nil {
		out = append(out, say(", its interval from the standard error by leaving out one topic at a time")...)
	}
	out = append(out, say(".")...)
	if m := r.TeamModel; m != nil {
		how := "from the expected mean squares"
		if m.Method == "reml" {
			how = "by restricted maximum likelihood"
		}
		out = append(out, say(" Variances of teams, of runs in teams, and of their interactions with topics were estimated "+how+".")...)
	}
	return para(out, f.a.reliability.methods())
}

func (f *Methods) pool() *doc.Paragraph {
	who := "one run"
	if f.a.Teams {
		who = "one run, or only one team,"
	}
	out := say("Pool bias was measured by leaving out what only "+who+" contributed to the pool ", doc.Cite("zobel1998"),
		", and scoring all runs again.")
	if v := f.a.audit.Verdicts; v.Decided != nil {
		out = append(out, say(" All pairs were compared again each time, by "+v.name()+".")...)
	}
	return para(out, " Shallower pools were simulated from the runs' first ranks.")
}
