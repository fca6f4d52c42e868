package stats

import (
	"fmt"
	"math"
	"slices"

	"sigrel/stats/dist"
)

// Kinds of bootstrap intervals. None of them is the inversion of a test, so 0 may lie outside where p > α.
const (
	KindPercentile  = "percentile"
	KindBasic       = "basic"
	KindStudentized = "studentized"
	KindBCa         = "bca"
	KindNormal      = "normal" // bias-corrected
)

// PercentileInterval is the bootstrap interval between the quantiles of the replicates of an estimate (Davison and
// Hinkley, Bootstrap Methods and their Application, 1997, section 5.3). The quantile of a share s is the order statistic
// (B+1)·s of the B replicates, interpolated on the normal scale (the same, (5.8)).
//
// Replicates that are not finite are left out (warning "degenerate-bootstrap"); where none is left, or all are the
// same, the interval is that point, with the same warning. "few-replicates" warns where an end is the least or greatest
// replicate, for lack of more. It panics if confidence is not inside (0, 1) or the estimate is not finite.
func PercentileInterval(replicates []float64, estimate, confidence float64) (Interval, []Warning) {
	r, warnings := newReplicates(replicates, estimate, confidence)
	if r.point() {
		return r.interval(KindPercentile, estimate, estimate), warnings
	}
	return r.percentile(warnings)
}

// BasicInterval is the percentile interval turned about the estimate: twice the estimate less the quantiles (Davison and
// Hinkley 1997, (5.6)). Warnings and panics are those of [PercentileInterval].
func BasicInterval(replicates []float64, estimate, confidence float64) (Interval, []Warning) {
	iv, warnings := PercentileInterval(replicates, estimate, confidence)
	iv.Lo, iv.Hi, iv.Kind = 2*estimate-iv.Hi+0, 2*estimate-iv.Lo+0, KindBasic
	return iv, warnings
}

// NormalInterval is the normal interval about the estimate less its bootstrap bias, mean of replicates − estimate, with
// the standard deviation of the replicates (Davison and Hinkley 1997, (5.5)). Warnings and panics are those of
// [PercentileInterval].
func NormalInterval(replicates []float64, estimate, confidence float64) (Interval, []Warning) {
	r, warnings := newReplicates(replicates, estimate, confidence)
	if r.point() {
		return r.interval(KindNormal, estimate, estimate), warnings
	}
	mean, sd := r.moments()
	centre, half := 2*estimate-mean, dist.NormalQuantile(r.share)*sd
	return r.interval(KindNormal, centre-half, centre+half), warnings
}

// BCaInterval is the bias-corrected and accelerated bootstrap interval (Efron, Better bootstrap confidence intervals,
// JASA 82, 1987): the quantiles of the replicates at Φ(z0 + (z0 ± z)/(1 − a(z0 ± z))). The bias correction z0 is the
// normal point of the share of replicates below the estimate, those equal to it counted half. The acceleration
// a = Σ u³/(6 (Σ u²)^1.5) is that of u, the mean of the jackknife values less each of them ([JackknifeTopics]); nil is
// acceleration 0.
//
// Where z0 or a does not exist, since all replicates lie on one side or a jackknife value is not finite, it is the
// percentile interval and [Interval.Kind] says so, with the warning "degenerate-bootstrap". Other warnings, and panics,
// are those of [PercentileInterval].
func BCaInterval(replicates []float64, estimate float64, jackknife []float64, confidence float64) (Interval, []Warning) {
	r, warnings := newReplicates(replicates, estimate, confidence)
	if r.point() {
		return r.interval(KindBCa, estimate, estimate), warnings
	}
	return r.bca(midrankZ0(r.sorted, estimate), acceleration(jackknife), warnings)
}

// replicates are the finite ones, ascending, and the share of them wanted beyond each end.
type replicates struct {
	sorted            []float64
	confidence, share float64
}

func newReplicates(all []float64, estimate, confidence float64) (replicates, []Warning) {
	if !(confidence > 0 && confidence < 1) {
		panic(fmt.Sprintf("stats: confidence %g, want a number between 0 and 1", confidence))
	}
	if !isFinite(estimate) {
		panic(fmt.Sprintf("stats: bootstrap of an estimate of %g", estimate))
	}
	r := replicates{sorted: make([]float64, 0, len(all)), confidence: confidence, share: endShare(confidence)}
	for _, v := range all {
		if isFinite(v) {
			r.sorted = append(r.sorted, v+0)
		}
	}
	slices.Sort(r.sorted)
	var warnings []Warning
	if out := len(all) - len(r.sorted); out > 0 {
		warnings = append(warnings, Warning{"degenerate-bootstrap", fmt.Sprintf(
			"%d of %d replicates do not exist and are left out", out, len(all))})
	}
	if r.point() {
		warnings = append(warnings, Warning{"degenerate-bootstrap", "the replicates do not vary: the interval is a point"})
	}
	return r, warnings
}

// endShare is the share wanted beyond each end of an interval: half of 1 − confidence, inside (0, ½].
func endShare(confidence float64) float64 {
	if level := levelOf(confidence); level > 0 && level < 1 {
		return level / 2
	}
	return (1 - confidence) / 2 // nearer to 0 or 1 than decimals are
}

// point reports whether the replicates do not vary, or are none.
func (r replicates) point() bool {
	if len(r.sorted) == 0 {
		return true
	}
	lo, hi := r.sorted[0], r.sorted[len(r.sorted)-1]
	return hi-lo <= sameShare*max(math.Abs(lo), math.Abs(hi))
}

func (r replicates) interval(kind string, lo, hi float64) Interval {
	return Interval{Lo: lo + 0, Hi: hi + 0, Confidence: r.confidence, Kind: kind}
}

func (r replicates) percentile(warnings []Warning) (Interval, []Warning) {
	return r.between(KindPercentile, r.share, r.share, warnings)
}

// bca adjusts the shares beyond the ends.
func (r replicates) bca(z0, a float64, warnings []Warning) (Interval, []Warning) {
	below, above, ok := bcaShares(z0, a, r.share)
	if !ok {
		return r.percentile(append(warnings, Warning{"degenerate-bootstrap", noCorrection}))
	}
	return r.between(KindBCa, below, above, warnings)
}

const noCorrection = "BCa has no bias correction or acceleration here; the percentile interval is given"

func fewReplicates(b int) Warning {
	return Warning{"few-replicates", fmt.Sprintf(
		"%d replicates are too few for this confidence: an end is the most extreme of them", b)}
}

// between is the interval with these shares of replicates below and above it.
func (r replicates) between(kind string, below, above float64, warnings []Warning) (Interval, []Warning) {
	b := len(r.sorted)
	lo, extremeLo := interpolated(b, below, func(k int) float64 { return r.sorted[k-1] })
	hi, extremeHi := interpolated(b, above, func(k int) float64 { return r.sorted[b-k] })
	if extremeLo || extremeHi {
		warnings = append(warnings, fewReplicates(b))
	}
	return r.interval(kind, lo, hi), warnings
}

func (r replicates) moments() (mean, sd float64) {
	for _, v := range r.sorted {
		mean += v / float64(len(r.sorted))
	}
	squares := 0.0
	for _, v := range r.sorted {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / float64(len(r.sorted)-1))
}

// interpolated is the value with the given share of b replicates beyond it: the order statistic (b+1)·share, counted by
// the function order from 1 on, interpolated between two of them on the normal scale; extreme if there is no second.
func interpolated(b int, share float64, order func(k int) float64) (v float64, extreme bool) {
	rank := float64(b+1) * share
	k := int(rank)
	switch {
	case k < 1:
		return order(1), true
	case k >= b:
		return order(b), true
	case float64(k) == rank:
		return order(k), false
	}
	point := func(p float64) float64 { return -dist.NormalQuantile(p) }
	from, to := point(float64(k)/float64(b+1)), point(float64(k+1)/float64(b+1))
	at := (point(share) - from) / (to - from)
	return order(k) + at*(order(k+1)-order(k)), false
}

// bcaShares are the shares of the bootstrap law below and above a BCa interval that would have share without correction.
func bcaShares(z0, a, share float64) (below, above float64, ok bool) {
	z := dist.NormalQuantile(share)
	at := func(u float64) float64 { // the corrected point for u = z0 ± z
		d := 1 - a*u
		if !(d > 0) {
			return math.NaN()
		}
		return z0 + u/d
	}
	lo, hi := at(z0-z), at(z0+z)
	if !isFinite(lo) || !isFinite(hi) {
		return 0, 0, false
	}
	below, above = dist.NormalSF(-lo), dist.NormalSF(hi)
	return below, above, 0 < below && below < 1 && 0 < above && above < 1
}

// midrankZ0 is the normal point of the share of replicates below the estimate, ties half: those that differ from it by
// no more than rounding noise of the largest replicate.
func midrankZ0(sorted []float64, estimate float64) float64 {
	noise := sameShare * max(math.Abs(sorted[0]), math.Abs(sorted[len(sorted)-1]))
	below, tied := 0, 0
	for _, v := range sorted {
		switch {
		case math.Abs(v-estimate) <= noise:
			tied++
		case v < estimate:
			below++
		}
	}
	// In halves, so that z0 of mirrored replicates is exactly −z0.
	half := 2*below + tied
	return normalPoint(float64(half), float64(2*len(sorted)-half))
}

// normalPoint is Φ⁻¹(below/(below+above)); infinite where one is 0.
func normalPoint(below, above float64) float64 {
	if below > above {
		return dist.NormalQuantile(above / (below + above))
	}
	return 0 - dist.NormalQuantile(below/(below+above))
}

// acceleration is that of jackknife values; 0 without any.
func acceleration(jackknife []float64) float64 {
	mean := 0.0
	for _, v := range jackknife {
		mean += v / float64(len(jackknife))
	}
	u := make([]float64, len(jackknife))
	for t, v := range jackknife {
		if u[t] = mean - v; math.Abs(u[t]) <= sameShare*math.Abs(mean) {
			u[t] = 0
		}
	}
	return skewness(u)
}

// skewness is Σ u³/(6 (Σ u²)^1.5); 0 where all u are.
func skewness(u []float64) float64 {
	scale := 0.0
	for _, v := range u {
		scale = max(scale, math.Abs(v))
	}
	if scale == 0 {
		return 0
	}
	squares, cubes := 0.0, 0.0
	for _, v := range u {
		r := v / scale
		squares += r * r
		cubes += r * r * r
	}
	return cubes / (6 * math.Pow(squares, 1.5))
}

// sameShare is how far apart values of one statistic may be, as a share of the largest, and still be the same.
const sameShare = dist.SameShare

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
