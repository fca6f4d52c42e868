package reports

import (
	"fmt"

	"sigrel/metrics"
)

func (r Reading) order() string {
	return orderText[r.Order]
}

// orderText says what each order is.
var orderText = map[metrics.Order]string{
	metrics.OrderTrecEval: "score (64-bit) descending, equal scores by document identifier descending as bytes; the rank column plays no part (as trec_eval 10)",
	metrics.OrderScore:    "score (64-bit) descending, equal scores in the order of lines; the rank column plays no part",
	metrics.OrderRank:     "the rank column ascending; scores play no part",
	metrics.OrderFloat32:  "score rounded to 32 bits descending, equal scores by document identifier descending as bytes; the rank column plays no part (as trec_eval 9)",
}

func (r Reading) duplicates() string {
	if r.KeepFirst {
		return "the better one is kept"
	}
	return "refused"
}

func (r Reading) negatives() string {
	if r.NegativeJudged {
		return "judged and not relevant"
	}
	return "pooled but not judged"
}

// certified says for which pairs the side of alpha of the single p is sure.
func (c *Comparison) certified() string {
	open := 0
	for _, p := range c.Pairs {
		if p.PLo <= c.Alpha && c.Alpha < p.PHi {
			open++
		}
	}
	if open == 0 {
		return "with the side of α certified"
	}
	return fmt.Sprintf("with the side of α certified but for %s", count(open, "pair"))
}
