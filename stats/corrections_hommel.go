package stats

var hommel = &Correction{
	Name: "hommel",
	Doc: "Hommel's correction: a claim is made where Simes' test rejects every set of comparisons that it belongs to. " +
		"Never less powerful than Hochberg's, and like it controls the probability of any false claim only for " +
		"independent or positively dependent tests: on request, never a default.",
	Cite:   "hommel1988",
	Error:  ErrorFWER,
	Adjust: hommelAdjust,
	Level:  share, // that of the smallest p if no other is small; a bound for the others
}

// hommelAdjust makes the closed test of all 2^m sets in the time it takes to sort.
//
// Of the sets of s comparisons Simes' p, min_k s·p_(k)/k, is greatest for the s largest p's: call that C_s. It falls as s
// grows, so at level α there are sets that are not rejected of each size up to h = max{s: C_s > α} and of none beyond, and
// a comparison is claimed exactly if h·p ≤ α (Hommel, Biometrika 75, 1988). Since h is at least s where α < C_s, the
// least α that claims p is the least over s of max(s·p, C_s+1). The one grows with s, the other falls, and where they
// cross, s falls as p grows.
func hommelAdjust(p []float64) []float64 {
	checkPs(p)
	order := ascending(p)
	sorted := make([]float64, len(p))
	for rank, i := range order {
		sorted[rank] = p[i]
	}
	greatest := simesOfLargest(sorted)
	for s := len(p) - 1; s > 0; s-- { // for rounding: equal and ordered p's stay so
		greatest[s] = max(greatest[s], greatest[s+1])
	}
	out := make([]float64, len(p))
	s := len(p)
	for _, i := range order {
		for s > 1 && float64(s-1)*p[i] >= greatest[s] {
			s--
		}
		out[i] = max(p[i], min(float64(s)*p[i], greatest[s], 1))
	}
	return out
}

// simesOfLargest is Simes' p of the s largest of the sorted p's, at index s from 1; index 0 is not used.
//
// It is s times the least slope of the lines from the point (m − s, 0) to the points (i, p_(i)) with i > m − s. As s grows
// by one, a point is added on the left, and the point of origin moves left: the line of least slope always touches the
// lower convex hull of the points, and where it does so only moves to the left. So all of them take O(m) steps.
func simesOfLargest(sorted []float64) []float64 {
	m := len(sorted)
	at := func(i int) float64 { return sorted[i-1] } // p_(i)
	out := make([]float64, m+1)
	var hull []int // of the points so far, from the right to the left
	touch := 0
	for i := m; i > 0; i-- {
		for len(hull) > 1 {
			b, c := hull[len(hull)-1], hull[len(hull)-2]
			if (at(b)-at(i))*float64(c-b) < (at(c)-at(b))*float64(b-i) { // b lies below the line from i to c
				break
			}
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, i)
		s := float64(m - i + 1)
		simes := func(h int) float64 { return s * at(hull[h]) / float64(hull[h]-i+1) }
		touch = min(touch, len(hull)-1)
		for touch+1 < len(hull) && simes(touch+1) <= simes(touch) {
			touch++
		}
		out[m-i+1] = simes(touch)
	}
	return out
}
