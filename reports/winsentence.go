package reports

import (
	"fmt"
	"strings"

	"sigrel/reports/doc"
)

// sentence counts the robust wins.
func (f *Wins) sentence() []doc.Text {
	wins := len(f.Pairs) - f.Tied
	tied := ""
	if f.Tied > 0 {
		tied = fmt.Sprintf(" %s of neighbours %s one mean: nobody won there.", capital(count(f.Tied, "pair")), verb(f.Tied, "shares", "share"))
	}
	bold := func(text string, args ...any) doc.Text { return doc.Strong(plain(fmt.Sprintf(text, args...))) }
	switch {
	case wins == 0:
		return say(bold("All ranked systems have the same mean %s: there is no win.", f.Measure))
	case f.Made < 2:
		return say(bold("Robust wins: not assessed."), fmt.Sprintf(" That takes at least two checks of a win, and %d could be made.", f.Made), tied)
	case wins == 1 && f.Robust == 0:
		return say(bold("The one win on the leaderboard is not robust"), ": it does not pass "+f.made()+".", tied)
	case f.Robust == 0:
		return say(bold("None of %d wins over the next system is robust", wins), ": none passes "+f.made()+".", f.nearest(), tied)
	case wins == 1:
		return say(bold("The one win on the leaderboard is robust"), ": ", f.Winners[0][0], " over ", f.Winners[0][1], " passes "+f.made()+".", tied)
	}
	out := say(bold("%d of %d wins over the next system %s robust", f.Robust, wins, verb(f.Robust, "is", "are")), ", passing "+f.made()+": ")
	for n, w := range f.Winners {
		if n == maxWinners {
			out = append(out, say(fmt.Sprintf(" and %d more", len(f.Winners)-n))...)
			break
		}
		if n > 0 {
			out = append(out, say(", ")...)
		}
		out = append(out, say(w[0], " over ", w[1])...)
	}
	return append(out, say(".", tied)...)
}

// nearest says which of the wins that are not robust pass the most checks; nothing where none passes any.
func (f *Wins) nearest() []doc.Text {
	var best []Win
	most := 0
	for _, p := range f.Pairs {
		held, _ := p.ticks()
		if held > most {
			best, most = nil, held
		}
		if held == most && held > 0 {
			best = append(best, p)
		}
	}
	if best == nil {
		return nil
	}
	out := say(fmt.Sprintf(" The most, %d of %d, are passed by ", most, f.Made), best[0].A, " over ", best[0].B)
	if n := len(best) - 1; n > 0 {
		out = append(out, say(" and ", count(n, "other win"))...)
	}
	return append(out, say(".")...)
}

// made names the checks that could be made.
func (f *Wins) made() string {
	var names []string
	for _, c := range f.Checks {
		if c.NotAssessed == nil {
			names = append(names, c.title)
		}
	}
	return fmt.Sprintf("all checks that could be made (%s)", strings.Join(names, ", "))
}
