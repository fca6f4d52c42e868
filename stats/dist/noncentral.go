package dist

// NoncentralT is the law of (Z + Delta)/√(χ²/DF) with Z standard normal.
type NoncentralT struct {
	DF    float64 // positive
	Delta float64
}

// SF is P(T > t).
func (d NoncentralT) SF(t float64) float64 { panic("not yet") }

// NoncentralF is the law of the ratio of a noncentral χ² with DF1 degrees of freedom and noncentrality Lambda, over DF1,
// and a central χ² with DF2, over DF2.
type NoncentralF struct {
	DF1, DF2 float64 // positive
	Lambda   float64 // at least 0
}

// SF is P(F > f).
func (d NoncentralF) SF(f float64) float64 { panic("not yet") }
