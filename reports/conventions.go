package reports

import "fmt"

func (r Reading) order() string {
	if r.ByRank {
		return "the rank column ascending; scores play no part"
	}
	return "score (64-bit) descending, equal scores by document identifier descending as bytes; the rank column plays no part (as trec_eval 10)"
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
