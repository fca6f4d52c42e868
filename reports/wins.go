package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/reports/doc"
)

var winsSection = &Section{
	Name: "wins", Title: "Robust wins",
	Doc: "each system against the next on the leaderboard: does the win pass the corrected test, other topics, the pool without a team, every filling of the holes, and the second judges?",
	Run: findWins,
}

// Wins looks at each win of the leaderboard, a ranked system over the next below it, from several sides.
type Wins struct {
	Measure string          `json:"measure"`
	Alpha   float64         `json:"alpha"`
	Checks  []WinCheck      `json:"checks"`
	Pairs   []Win           `json:"pairs"`
	Robust  int             `json:"robust"` // wins that pass every check that could be made, with at least two of them made; an open one is not passed
	Tied    int             `json:"tied"`   // neighbours with one mean: nobody won
	Made    int             `json:"made"`   // checks that could be made
	Winners [][]metrics.Tag `json:"robust_wins"`
}

// WinCheck is one of the checks: what it asks, or why it could not be made.
type WinCheck struct {
	Name        string  `json:"name"`
	Question    string  `json:"question"`
	NotAssessed *string `json:"not_assessed"`

	title string
}

// Win is one pair of neighbours, A above B.
type Win struct {
	A          metrics.Tag `json:"a"`
	B          metrics.Tag `json:"b"`
	Difference float64     `json:"difference"` // of means, A − B
	Tied       bool        `json:"tied"`       // no win, and nothing was checked
	Checks     []Tick      `json:"checks"`     // in the order of Wins.Checks
}

// Tick is the outcome of a check for one win.
type Tick struct {
	Holds *bool    `json:"holds"` // null where the check could not be made, or is open
	Open  bool     `json:"open"`  // the check was made, and settles nothing
	Value *float64 `json:"value"` // what decided; null likewise
	By    string   `json:"by,omitempty"`

	text string // beside the tick
}

// winCheck is an entry of the list of checks. Prepare looks at the study once and returns what checks the win of row i
// over row j; an error that wraps ErrNotApplicable says why it cannot.
type winCheck struct {
	name, title string
	question    func(a *Analysis) string
	prepare     func(a *Analysis) (func(i, j int) Tick, error)
}

// winChecks in the order of the table. A new check is one file and one line here.
var winChecks = []*winCheck{
	winTest,
	winOrder,
	winLeaveOut,
	winHoles,
	winJudges,
}

func findWins(a *Analysis) (Finding, error) {
	if a.unwon != nil {
		return nil, a.unwon
	}
	return a.wins, nil
}

// robustWins makes all checks; ErrNotApplicable, with the reason, where there is nothing to check.
func robustWins(a *Analysis) (*Wins, error) {
	c := a.official()
	k := len(c.ranked())
	if k < 2 {
		return nil, notAssessed("there is one ranked system")
	}
	f := &Wins{Measure: c.Measure, Alpha: c.Alpha, Pairs: []Win{}, Winners: [][]metrics.Tag{}}
	for i := range k - 1 {
		f.Pairs = append(f.Pairs, Win{A: c.Systems[i].System, B: c.Systems[i+1].System,
			Difference: c.Systems[i].Mean - c.Systems[i+1].Mean, Tied: *c.Systems[i].Rank == *c.Systems[i+1].Rank})
	}
	for _, check := range winChecks {
		if err := f.check(a, check); err != nil {
			return nil, err
		}
	}
	f.count()
	return f, nil
}

// check makes one check of all wins.
func (f *Wins) check(a *Analysis, check *winCheck) error {
	head := WinCheck{Name: check.name, Question: check.question(a), title: check.title}
	test, err := check.prepare(a)
	switch {
	case errors.Is(err, ErrNotApplicable):
		why := reason(err)
		head.NotAssessed = &why
	case err != nil:
		return err
	default:
		f.Made++
	}
	f.Checks = append(f.Checks, head)
	for n := range f.Pairs {
		tick := Tick{}
		if err == nil && !f.Pairs[n].Tied {
			tick = test(n, n+1)
		}
		f.Pairs[n].Checks = append(f.Pairs[n].Checks, tick)
	}
	return nil
}

// count finds the robust wins.
func (f *Wins) count() {
	for _, p := range f.Pairs {
		if p.Tied {
			f.Tied++
			continue
		}
		if held, made := p.ticks(); made >= 2 && held == made {
			f.Robust++
			f.Winners = append(f.Winners, []metrics.Tag{p.A, p.B})
		}
	}
}

// ticks is how many of the checks that were made hold.
func (p Win) ticks() (held, made int) {
	for _, t := range p.Checks {
		if t.Holds != nil || t.Open {
			made++
		}
		if t.Holds != nil && *t.Holds {
			held++
		}
	}
	return held, made
}

// ticked makes a tick with what decided.
func ticked(holds bool, value float64, text string) Tick {
	return Tick{Holds: &holds, Value: &value, text: text}
}

// Blocks shows the sentence, the table and what could not be checked.
func (f *Wins) Blocks() []doc.Block {
	out := []doc.Block{para(f.sentence()), f.table()}
	if lacks := f.lacks(); lacks != "" {
		out = append(out, note(lacks))
	}
	return out
}

// lacks says which checks could not be made, those for one reason together.
func (f *Wins) lacks() string {
	var parts []string
	for n, c := range f.Checks {
		if c.NotAssessed == nil || slices.ContainsFunc(f.Checks[:n], func(o WinCheck) bool { return o.NotAssessed != nil && *o.NotAssessed == *c.NotAssessed }) {
			continue
		}
		var names []string
		for _, o := range f.Checks[n:] {
			if o.NotAssessed != nil && *o.NotAssessed == *c.NotAssessed {
				names = append(names, o.title)
			}
		}
		parts = append(parts, fmt.Sprintf("%s: %s", strings.Join(names, ", "), *c.NotAssessed))
	}
	if parts == nil {
		return ""
	}
	return "Not assessed: " + strings.Join(parts, "; ") + "."
}

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

// maxWinners is the number of robust wins named in the sentence; maxWins that of rows in the table.
const (
	maxWinners = 5
	maxWins    = 20
)

func (f *Wins) table() *doc.Table {
	t := &doc.Table{ID: "wins", Caption: plain("Each system against the next below it: does the win hold?")}
	t.Columns = []doc.Column{column("System", doc.Left, "a"), column("over", doc.Left, "b"), column("difference", doc.Right, "difference")}
	for _, c := range f.Checks {
		if c.NotAssessed == nil {
			t.Columns = append(t.Columns, column(c.title, doc.Left, c.Name))
			t.Notes = append(t.Notes, say(capital(c.title)+": "+c.Question))
		}
	}
	t.Columns = append(t.Columns, column("passed", doc.Center, "passed"))
	for n, p := range f.Pairs {
		if n == maxWins {
			t.Notes = append(t.Notes, say(fmt.Sprintf("Shown are the first %d of %d pairs; all are in results.json.", maxWins, len(f.Pairs))))
			break
		}
		row := doc.Row{Cells: []doc.Cell{cell(doc.Plain(p.A)), cell(doc.Plain(p.B)), cell(doc.Signed{Value: p.Difference, Digits: 3})}}
		for m, c := range f.Checks {
			if c.NotAssessed == nil {
				row.Cells = append(row.Cells, p.Checks[m].cell())
			}
		}
		held, made := p.ticks()
		passed := fmt.Sprintf("%d of %d", held, made)
		if p.Tied {
			passed = "tied"
		}
		row.Cells = append(row.Cells, cell(passed))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// cell is a tick or a cross, and what decided.
func (t Tick) cell() doc.Cell {
	switch {
	case t.Open:
		return cell("open " + t.text)
	case t.Holds == nil:
		return cell("–")
	case *t.Holds:
		return cell("✓ " + t.text)
	}
	return cell("✗ " + t.text)
}
