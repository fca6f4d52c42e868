package reliability

import (
	"math"
	"math/rand/v2"
	"testing"

	"sigrel/stats/resample"
)

// clustered draws labels of two judges on 40 topics of 25 documents. On each topic a fifth of the documents is relevant to
// A, and B repeats A's label with a probability that is the topic's own, even from .6 to 1; else B says the opposite.
func clustered(rng *rand.Rand, topics int) Ratings {
	r := Ratings{Scale: []float64{0, 1}}
	for t := range topics {
		same := .6 + .4*rng.Float64()
		for range 25 {
			a := 0
			if rng.Float64() < .2 {
				a = 1
			}
			b := a
			if rng.Float64() >= same {
				b = 1 - a
			}
			r.Labels, r.Topics = append(r.Labels, []int{a, b}), append(r.Topics, t)
		}
	}
	return r
}

// TestLabelCoverage: where agreement differs between topics, the interval over topics holds the true κ about as often as it
// says, and that of the linearised standard error, which takes documents as independent, much more rarely.
func TestLabelCoverage(t *testing.T) {
	// B agrees with probability .8 on average: B calls .2·.8 + .8·.2 = .32 relevant, chance agrees on .2·.32 + .8·.68 = .608.
	const truth = (.8 - .608) / (1 - .608)
	const sets = 200
	drawn, linear := 0, 0
	for i := range sets {
		r := clustered(rand.New(resample.Source(7, "coverage", i)), 40)
		a, err := AgreeLabels(r, LabelOptions{Plan: &resample.Plan{Seed: uint64(i), Replicates: 400}})
		if err != nil {
			t.Fatal(err)
		}
		k := a.Coefficients[1]
		if *k.Lo <= truth && truth <= *k.Hi {
			drawn++
		}
		if math.Abs(*k.Value-truth) <= 1.959964**k.SE {
			linear++
		}
	}
	t.Logf("%d and %d of %d", drawn, linear, sets)
	// 95 % of 200 is 190, standard deviation 3.
	if drawn < 181 || linear > 175 {
		t.Errorf("intervals over topics hold the true κ in %d of %d sets, linearised ones in %d", drawn, sets, linear)
	}
}
