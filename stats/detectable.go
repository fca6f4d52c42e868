package stats

import (
	"math"

	"sigrel/stats/dist"
)

// DetectablePower is the probability with which a difference of [Pair.Detectable] is called.
const DetectablePower = 0.8

// detectable is the smallest true |difference| that is found with probability [DetectablePower] by a procedure that
// calls a mean difference larger than critical: critical + z·se, the normal approximation to the power of a t test (z
// its point of DetectablePower). It is for the procedure in use; that of a single test is smaller, and says nothing of a
// family. It is nil where the differences have no spread, since any would then be found, and where critical is infinite.
func detectable(critical float64, d differences) *float64 {
	v := critical + dist.NormalQuantile(1-DetectablePower)*d.se()
	if d.Constant || math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}
