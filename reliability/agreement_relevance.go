package reliability

// relevantCounts are the units of two judges by what each calls relevant, weighted.
type relevantCounts struct{ both, onlyA, onlyB, neither float64 }

func (c relevantCounts) all() float64 { return c.both + c.onlyA + c.onlyB + c.neither }

// quotient is a coefficient of two judges' relevant units: one count over another.
type quotient struct {
	sheet *labelSheet
	parts func(relevantCounts) (over, under float64)
	none  string // why it does not exist where under is 0
}

func relevance(none string, parts func(relevantCounts) (over, under float64)) func(*labelSheet) measured {
	return func(s *labelSheet) measured { return &quotient{s, parts, none} }
}

// one is what a unit of pattern p counts.
func (q *quotient) one(p int) relevantCounts {
	switch l := q.sheet.patterns[p]; {
	case l[0] == 1 && l[1] == 1:
		return relevantCounts{both: 1}
	case l[0] == 1:
		return relevantCounts{onlyA: 1}
	case l[1] == 1:
		return relevantCounts{onlyB: 1}
	}
	return relevantCounts{neither: 1}
}

func (q *quotient) sums(w []float64) (over, under float64) {
	for p := range w {
		o, u := q.parts(q.one(p))
		over += w[p] * o
		under += w[p] * u
	}
	return over, under
}

func (q *quotient) value(w []float64) (float64, string) {
	over, under := q.sums(w)
	if under == 0 {
		return 0, q.none
	}
	return over / under, ""
}

func (q *quotient) gradient(w []float64) []float64 {
	over, under := q.sums(w)
	out := make([]float64, len(w))
	for p := range w {
		o, u := q.parts(q.one(p))
		out[p] = (o - over/under*u) / under
	}
	return out
}
