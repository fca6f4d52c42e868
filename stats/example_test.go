package stats_test

import (
	"fmt"
	"log"

	"sigrel/stats"
)

func Example() {
	x := []float64{0.42, 0.35, 0.61, 0.28, 0.55} // one system's scores on five topics
	y := []float64{0.40, 0.31, 0.52, 0.30, 0.47} // another's on the same topics
	r, err := stats.Randomization(x, y, stats.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("difference %.3f, p = %.4f (%s)\n", r.Estimate, r.P, r.Method)
	// By hand: of the 32 sign vectors of 2, 4, 9, −2 and 8 hundredths, 6 have a sum of 21 or more, or −21 or less.
	// Output: difference 0.042, p = 0.1875 (exact)
}
