package stats

import (
	"fmt"
	"slices"

	"sigrel/stats/dist"
)

// BootstrapInterval is an entry of the list of bootstrap intervals of the mean difference.
type BootstrapInterval struct {
	Name, Doc, Cite string // Cite is a key of reports/references.bib

	// Compute gives the interval of the mean of x − y at opt.Confidence, of the kind that is the entry's name. The
	// error wraps [ErrTooFew], [ErrNotFinite] or [ErrRange] as that of [Bootstrap] does, or [ErrUndefined] where an end
	// is infinite. It panics if x and y have different lengths, Strata is given, or Alpha or Confidence is not inside
	// (0, 1).
	//
	// Where all differences are the same the interval is that point, with the warning "identical" if it is 0 and else
	// "degenerate-bootstrap".
	Compute func(x, y []float64, opt Options) (Interval, []Warning, error)
}

// The order is from the simplest on.
var bootstrapIntervals = []*BootstrapInterval{
	{
		Name: KindPercentile,
		Doc: "The quantiles of the mean difference of topics drawn with replacement, of all draws there are: nothing " +
			"is drawn. Too short with few topics.",
		Compute: idealPercentile,
	}, {
		Name: KindBasic,
		Doc: "The percentile interval turned about the mean difference, as the inversion of the bootstrap-shift test. " +
			"Too short with few topics.",
		Compute: idealBasic,
	}, {
		Name: KindStudentized,
		Doc: "The mean difference less its standard error times the quantiles of t of topics drawn with replacement. " +
			"All draws are counted with few topics or on a coarse lattice; else they are drawn.",
		Compute: studentizedInterval,
	}, {
		Name: KindBCa,
		Doc: "The percentile interval corrected for bias and skewness, from all draws there are: nothing is drawn. It " +
			"is the percentile interval, and says so, where the corrections do not exist.",
		Cite:    "efron1987",
		Compute: idealBCa,
	},
}

// BootstrapIntervals lists the bootstrap intervals of the mean difference there are. None is the inversion of a test of
// the list of tests: that of the test [Bootstrap], with Options.Intervals, is.
func BootstrapIntervals() []*BootstrapInterval { return slices.Clone(bootstrapIntervals) }

func idealPercentile(x, y []float64, opt Options) (Interval, []Warning, error) {
	return ideal(x, y, opt, KindPercentile, percentileEnds)
}

func idealBasic(x, y []float64, opt Options) (Interval, []Warning, error) {
	return ideal(x, y, opt, KindBasic, func(law *dist.BootstrapLaw, d differences, share float64) (lo, hi float64, ok bool) {
		lo, hi, ok = percentileEnds(law, d, share)
		return 2*d.Mean - hi, 2*d.Mean - lo, ok
	})
}

func idealBCa(x, y []float64, opt Options) (Interval, []Warning, error) {
	return ideal(x, y, opt, KindBCa, bcaEnds)
}

func percentileEnds(law *dist.BootstrapLaw, _ differences, share float64) (lo, hi float64, ok bool) {
	return law.Quantile(share), law.UpperQuantile(share), true
}

func bcaEnds(law *dist.BootstrapLaw, d differences, share float64) (lo, hi float64, ok bool) {
	below, above := law.Below(d.Mean), law.Above(d.Mean)
	half := max(1-below-above, 0) / 2 // of the draws whose mean is d̄
	u := make([]float64, len(d.Each))
	for t, v := range d.Each {
		u[t] = v - d.Mean // n − 1 times the mean of the jackknife means less each of them
	}
	below, above, ok = bcaShares(normalPoint(below+half, above+half), skewness(u), share)
	if !ok {
		return 0, 0, false
	}
	return law.Quantile(below), law.UpperQuantile(above), true
}

// ideal makes an interval from the law of the mean of infinitely many draws: ends gives it for the share wanted beyond
// each end, or says that it does not exist. Then it is the percentile interval.
func ideal(x, y []float64, opt Options, kind string,
	ends func(law *dist.BootstrapLaw, d differences, share float64) (lo, hi float64, ok bool)) (Interval, []Warning, error) {
	opt = opt.checked()
	d, point, warnings, err := pointInterval(x, y, opt, kind)
	if err != nil || point != nil {
		return valueOf(point), warnings, err
	}
	law, share := dist.NewBootstrapLaw(x, y), endShare(opt.Confidence)
	lo, hi, ok := ends(law, d, share)
	if !ok {
		warnings = append(warnings, Warning{"degenerate-bootstrap", noCorrection})
		kind = KindPercentile
		lo, hi, _ = percentileEnds(law, d, share)
	}
	return Interval{Lo: lo + 0, Hi: hi + 0, Confidence: opt.Confidence, Kind: kind}, warnings, nil
}

// pointInterval settles differences that are all the same; else it is nil.
func pointInterval(x, y []float64, opt Options, kind string) (differences, *Interval, []Warning, error) {
	if err := checkPaired(x, y); err != nil {
		return differences{}, nil, nil, err
	}
	opt.oneStratum(kind + " interval")
	d := describe(x, y)
	if !d.Constant {
		return d, nil, nil, nil
	}
	w := Warning{"degenerate-bootstrap", fmt.Sprintf("all %d differences are equal: the interval is a point", len(x))}
	if d.Same {
		w = Warning{"identical", "the two systems have the same score on every topic"}
	}
	return d, &Interval{Lo: d.Mean, Hi: d.Mean, Confidence: opt.Confidence, Kind: kind}, []Warning{w}, nil
}

// studentizedInterval is d̄ − t*·s/√n for the two quantiles of t*.
func studentizedInterval(x, y []float64, opt Options) (Interval, []Warning, error) {
	opt = opt.checked()
	d, point, warnings, err := pointInterval(x, y, opt, KindStudentized)
	if err != nil || point != nil {
		return valueOf(point), warnings, err
	}
	opt.Plan.Progress = nil // as in Bootstrap
	s := newStudentized(x, y)
	warnings = s.degenerate()
	lo, hi, extreme, ok := s.law(opt.Plan).quantiles(endShare(opt.Confidence))
	if !ok {
		return Interval{}, warnings, fmt.Errorf(
			"%w: the studentized interval is infinite, since too many bootstrap draws have no variance", ErrUndefined)
	}
	if extreme {
		warnings = append(warnings, fewReplicates(opt.Plan.Count()))
	}
	lo, hi = d.Mean-hi*d.se()+0, d.Mean-lo*d.se()+0
	return Interval{Lo: lo, Hi: hi, Confidence: opt.Confidence, Kind: KindStudentized}, warnings, nil
}

func valueOf(iv *Interval) Interval {
	if iv == nil {
		return Interval{}
	}
	return *iv
}
