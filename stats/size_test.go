package stats

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// exactTests hold their level under any exchangeable null; of the others it is only measured.
var exactTests = map[string]bool{"randomization": true, "wilcoxon": true, "sign": true}

// TestSize simulates 20,000 data sets without a difference for each number of topics (4,000 for the bootstrap
// tests): the two scores of a topic, however different, are swapped by a fair coin. An exact test may not err more often
// than the upper 99.9 % binomial limit of α, nor, where its attainable level lies within 5 % of α, less often than the
// lower (spec/significance.md G). The rates of all tests stand in docs/methods.md.
func TestSize(t *testing.T) {
	if !*long {
		t.Skip("-long")
	}
	const alpha = 0.05
	for _, n := range []int{10, 25, 50} {
		for _, kind := range []string{"skewed", "tenths"} {
			for _, test := range PairedTests() {
				sets := 20_000
				if strings.HasPrefix(test.Name, "bootstrap") {
					sets = 4000 // some of them take a tenth of a second
				}
				lower, upper := binomialBounds(sets, alpha, .001)
				hits := make([]int, sets)
				resample.Each(sets, 0, func(i int) {
					x, y := nullPair(n, kind, i)
					res, err := test.Run(x, y, Options{Plan: resample.Plan{Seed: uint64(i), Replicates: 999, Workers: 1}})
					if err != nil {
						panic(err)
					}
					hits[i] = count(res.P <= alpha)
				})
				errors := 0
				for _, h := range hits {
					errors += h
				}
				label := fmt.Sprintf("%s, n = %d, %s: %d of %d, rate %.4f", test.Name, n, kind, errors, sets, float64(errors)/float64(sets))
				t.Log(label)
				if !exactTests[test.Name] {
					continue
				}
				if errors > upper {
					t.Errorf("%s: more than %d", label, upper)
				}
				if level := attainable(test.Name, n); kind == "skewed" && level >= .95*alpha && errors < lower {
					t.Errorf("%s: fewer than %d, with an attainable level of %.4f", label, lower, level)
				}
			}
		}
	}
}

// nullPair makes two systems that are exchangeable on every topic: skewed scores printed with four decimals, or tenths.
func nullPair(n int, kind string, seed int) (x, y []float64) {
	d := draws{source: resample.Source(uint64(seed), "null pair of "+kind, n)}
	x, y = make([]float64, n), make([]float64, n)
	for t := range n {
		a, b := float64(d.below(1_000_000))/1e6, float64(d.below(1_000_000))/1e6
		a *= a * a // one system is skewed to low scores, and so the differences, before the coin
		if kind == "tenths" {
			a, b = math.Floor(a*11)/10, math.Floor(b*11)/10
		} else {
			a, b = math.Round(a*1e4)/1e4, math.Round(b*1e4)/1e4
		}
		if d.below(2) == 1 {
			a, b = b, a
		}
		x[t], y[t] = a, b
	}
	return x, y
}

// attainable is the largest level up to .05 that a test can have on n differences without ties: of all 2^n arrangements
// in the randomization test, of the sums of ranks in Wilcoxon's, of the binomial law in the sign test.
func attainable(name string, n int) float64 {
	switch name {
	case "randomization":
		return math.Floor(.05*math.Ldexp(1, n-1)) / math.Ldexp(1, n-1)
	case "wilcoxon":
		counts := []float64{1} // subsets of the ranks 1 … n by their sum
		for r := 1; r <= n; r++ {
			next := make([]float64, len(counts)+r)
			for s, c := range counts {
				next[s] += c / 2
				next[s+r] += c / 2
			}
			counts = next
		}
		return tailLevel(counts)
	}
	counts := []float64{1} // signs by the number of pluses
	for range n {
		next := make([]float64, len(counts)+1)
		for s, c := range counts {
			next[s] += c / 2
			next[s+1] += c / 2
		}
		counts = next
	}
	return tailLevel(counts)
}

// tailLevel is the largest two-sided tail up to .05 of a symmetric law.
func tailLevel(p []float64) float64 {
	level := 0.0
	for i := 0; i < len(p) && level+2*p[i] <= .05; i++ {
		level += 2 * p[i]
	}
	return level
}

// binomialBounds are the numbers of successes that n trials of probability p stay between, each missed with probability
// at most miss/2.
func binomialBounds(n int, p, miss float64) (lower, upper int) {
	half := dist.NormalQuantile(miss/2)*math.Sqrt(float64(n)*p*(1-p)) + 1
	return int(float64(n)*p - half), int(math.Ceil(float64(n)*p + half))
}

func TestAttainable(t *testing.T) { // the levels of tables: sign test .0215, .0433, .0328
	for n, want := range map[int]float64{10: .0215, 25: .0433, 50: .0328} {
		nearAbs(t, fmt.Sprint("sign test of ", n), attainable("sign", n), want, 5e-5)
	}
	nearAbs(t, "Wilcoxon's test of 10", attainable("wilcoxon", 10), 50.0/1024, 1e-12) // 2 · 25 of 2^10 subsets have a sum up to 8
}
