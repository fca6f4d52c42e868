package metrics_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sigrel/metrics"
)

var longTests = flag.Bool("long", false, "also run the tests that take long")

// sampledOf reads "a:s1:3 b:s2:-1" as judgments of topic 1 with their strata.
func sampledOf(t testing.TB, s string) (metrics.Qrels, metrics.PoolStrata) {
	q, strata := metrics.Qrels{"1": {}}, metrics.PoolStrata{"1": {}}
	for f := range strings.FieldsSeq(s) {
		parts := strings.Split(f, ":")
		g, err := strconv.Atoi(parts[2])
		if err != nil {
			t.Fatal(err)
		}
		q["1"][metrics.Doc(parts[0])] = metrics.Grade(g)
		strata["1"][metrics.Doc(parts[0])] = parts[1]
	}
	return q, strata
}

// TestXinfAPByHand: strata s of 4 pooled documents, 2 judged, 1 of them relevant; and u of 2, both judged, 1 relevant. So
// R̂ = 4·1/2 + 2·1/2·… = 2 + 1 = 3, and the relevant documents count 2 and 1. In a x b c d: b (s, relevant) is at rank 3, above
// it a (u, not relevant) and x (outside): 1/3 + 1/3·1·ε/(1+2ε). d (u, relevant) is at rank 5, above it a (u) and b, c (s: one
// relevant of one judged, two pooled): 1/5 + 1/5·(1·ε/(1+2ε) + 2·(1+ε)/(1+2ε)).
func TestXinfAPByHand(t *testing.T) {
	q, strata := sampledOf(t, "a:u:0 b:s:1 c:s:-1 d:u:1 e:s:0 f:s:-1")
	const e = 0.00001
	want := (2*(1+e/(1+2*e))/3 + (1+e/(1+2*e)+2*(1+e)/(1+2*e))/5) / 3
	got := find(t, "xinfAP").Value(q.SampledGold(1, strata).Judge("1", ranking("a x b c d")))
	if math.Abs(got-want) > 1e-14 {
		t.Errorf("xinfAP %v, want %v", got, want)
	}
}

// TestXinfAPSameBits: sums over strata are taken in one order, so that the value is the same to the last bit every time.
func TestXinfAPSameBits(t *testing.T) {
	var lines, docs []string
	for i := range 60 {
		doc, stratum := "d"+strconv.Itoa(i), "s"+strconv.Itoa(i%11)
		lines = append(lines, doc+":"+stratum+":"+strconv.Itoa(i%3-1), doc+"x:"+stratum+":-1")
		docs = append(docs, doc, doc+"x")
	}
	q, strata := sampledOf(t, strings.Join(lines, " "))
	m, ranked := find(t, "xinfAP"), ranking(strings.Join(docs, " "))
	first := m.Value(q.SampledGold(1, strata).Judge("1", ranked))
	for range 50 {
		if got := m.Value(q.SampledGold(1, strata).Judge("1", ranked)); got != first {
			t.Fatalf("xinfAP %v, before it was %v", got, first)
		}
	}
}

// TestXinfAPNIST: values that the part of NIST's sample_eval.pl for infAP prints, run with twelve digits.
func TestXinfAPNIST(t *testing.T) {
	for _, c := range []struct {
		qrels, run string
		want       float64
	}{
		{"d00:2:-1 d01:2:-1 d02:1:1 d03:2:-1 d04:1:0 d05:1:2 d06:1:0 d07:2:1 d08:1:1 d09:1:0 d10:2:-1 d11:2:-1 d12:1:1 d13:1:1 d14:2:0 d15:2:-1 d16:1:2 d17:2:-1 d18:2:-1 d19:2:0 " +
			"d20:1:1 d21:1:2 d22:2:-1 d23:2:-1 d24:2:0 d25:2:2 d26:2:-1 d27:2:0 d28:1:2 d29:2:2",
			"d14 d36 d01 d12 d08 d24 d19 d33 d28 d07 d31 d35 d27 d17 d00 d37 d11 d21 d05 d32 d13 d20 d30 d18 d23", 0.207214972889},
		{"d00:2:0 d01:2:0 d02:2:0 d03:2:-1 d04:2:-1 d05:2:0 d06:2:-1 d07:2:-1 d08:2:0 d09:1:0 d10:2:0 d11:1:0 d12:2:0 d13:2:-1 d14:1:0 d15:2:0 d16:2:2 d17:1:2 d18:1:0 d19:2:-1 d20:2:-1 " +
			"d21:1:1 d22:1:0 d23:1:1 d24:2:-1 d25:2:-1 d26:2:0 d27:1:0 d28:2:-1 d29:2:-1",
			"d25 d08 d03 d07 d33 d37 d23 d22 d16 d00 d10 d24 d01 d09 d39 d36 d15 d12 d05 d27 d14 d29 d17 d20 d31", 0.150420980624},
	} {
		q, strata := sampledOf(t, c.qrels)
		got := find(t, "xinfAP(smooth=nist)").Value(q.SampledGold(1, strata).Judge("1", ranking(c.run)))
		if math.Abs(got-c.want) > 1e-12 {
			t.Errorf("xinfAP %v, want %v", got, c.want)
		}
	}
}

// TestXinfAPOneStratum: it is infAP, whether the stratum is named or not.
func TestXinfAPOneStratum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, run := metrics.Qrels{"1": {}}, []string{}
		for i := range rapid.IntRange(1, 12).Draw(t, "documents") {
			d := "d" + strconv.Itoa(i)
			run = append(run, d)
			if g := rapid.IntRange(-2, 2).Draw(t, "grade"); g > -2 {
				q["1"][metrics.Doc(d)] = metrics.Grade(g)
			}
		}
		docs := ranking(strings.Join(rapid.Permutation(run).Draw(t, "run"), " "))
		want := find(t, "infAP").Value(q.Gold(1).Judge("1", docs))
		for _, gold := range []metrics.Gold{q.Gold(1), q.SampledGold(1, nil)} {
			if got := find(t, "xinfAP").Value(gold.Judge("1", docs)); math.Abs(got-want) > 1e-14 {
				t.Fatalf("xinfAP %v, infAP %v", got, want)
			}
		}
	})
}

// TestXinfAPOfAllIsAP: with every pooled document judged, strata make no difference, and nothing is left to infer. The
// smoothing moves each precision by no more than 2ε for every stratum.
func TestXinfAPOfAllIsAP(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, strata, run := metrics.Qrels{"1": {}}, metrics.PoolStrata{"1": {}}, []string{}
		for i := range rapid.IntRange(1, 12).Draw(t, "documents") {
			d := metrics.Doc("d" + strconv.Itoa(i))
			run = append(run, string(d))
			q["1"][d] = metrics.Grade(rapid.IntRange(0, 2).Draw(t, "grade"))
			strata["1"][d] = rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "stratum")
		}
		docs := ranking(strings.Join(rapid.Permutation(run).Draw(t, "run"), " "))
		j := q.SampledGold(1, strata).Judge("1", docs)
		if got, want := find(t, "xinfAP").Value(j), find(t, "AP").Value(j); math.Abs(got-want) > 3*2e-5 {
			t.Fatalf("xinfAP %v, AP %v", got, want)
		}
	})
}

// TestXinfAPExpectation: the mean over samples comes near to AP. Being a quotient of estimates, and smoothed, the estimate
// has a bias of its own, which grows small as samples grow; here 60 % of the one stratum and 30 % of the other are judged,
// and 2 % of AP is allowed beside four standard errors. Judging the strata as if they were one sample is off by more.
func TestXinfAPExpectation(t *testing.T) {
	samples := 3000
	if *longTests {
		samples = 100_000
	}
	random := rand.New(rand.NewPCG(1, 2))
	q, strata, run := metrics.Qrels{"1": {}}, metrics.PoolStrata{"1": {}}, []string{}
	for i := range 200 {
		d := metrics.Doc("d" + strconv.Itoa(i))
		run = append(run, string(d))
		name, chance := "top", .5
		if i%2 == 1 || i > 120 {
			name, chance = "rest", .15
		}
		strata["1"][d] = name
		q["1"][d] = 0
		if random.Float64() < chance {
			q["1"][d] = 1
		}
	}
	docs := ranking(strings.Join(run, " "))
	want := find(t, "AP").Value(q.Gold(1).Judge("1", docs))
	mean := func(known metrics.PoolStrata) (mean, error float64) {
		random := rand.New(rand.NewPCG(3, 4))
		sum, squares := 0.0, 0.0
		for range samples {
			x := find(t, "xinfAP").Value(sampleOf(q, strata, map[string]float64{"top": .6, "rest": .3}, run, random).SampledGold(1, known).Judge("1", docs))
			sum += x
			squares += x * x
		}
		n := float64(samples)
		return sum / n, math.Sqrt((squares/n - sum/n*sum/n) / n)
	}
	got, sd := mean(strata)
	if math.Abs(got-want) > .02*want+4*sd {
		t.Errorf("mean xinfAP %v ± %v, AP %v", got, sd, want)
	}
	if got, sd := mean(nil); math.Abs(got-want) < .02*want+4*sd {
		t.Errorf("without strata %v ± %v, AP %v: this test cannot tell", got, sd, want)
	}
}

// sampleOf keeps a share of the judgments of each stratum, drawn without replacement; the others are pooled only.
func sampleOf(q metrics.Qrels, strata metrics.PoolStrata, share map[string]float64, docs []string, random *rand.Rand) metrics.Qrels {
	out := metrics.Qrels{"1": {}}
	for _, name := range []string{"top", "rest"} {
		var of []metrics.Doc
		for _, d := range docs {
			if strata["1"][metrics.Doc(d)] == name {
				of = append(of, metrics.Doc(d))
			}
		}
		keep := int(share[name] * float64(len(of)))
		for i, k := range random.Perm(len(of)) {
			out["1"][of[k]] = q["1"][of[k]]
			if i >= keep {
				out["1"][of[k]] = -1
			}
		}
	}
	return out
}
