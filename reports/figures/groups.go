package figures

import (
	"slices"

	"sigrel/reports/doc"
)

const (
	maxGroups  = 12 // that are shown
	maxLetters = 6  // a system, beyond which bars are easier to follow
	laneWidth  = 4.4
	letterPart = 0.8 // width of a column of letters in em
)

// groupColumn is the room right of the values of a dot chart that shows which systems belong together: a column a group
// with its letter, or bars where a system is in many groups, or nothing where there are too many.
type groupColumn struct {
	columns int     // of letters; 0 if there are none
	lanes   [][]int // groups of each lane of bars, from the top down
	members [][]int // rows of each group
}

// newGroupColumn chooses among them, for labels of the given size in a panel.
func newGroupColumn(c *doc.Dots, size, panelWidth float64) groupColumn {
	if c.Groups == 0 || c.Groups > maxGroups {
		return groupColumn{}
	}
	g := groupColumn{members: make([][]int, c.Groups)}
	most := 0
	for i, row := range c.Rows {
		most = max(most, len(row.Groups))
		for _, k := range row.Groups {
			if !slices.Contains(g.members[k], i) {
				g.members[k] = append(g.members[k], i)
			}
		}
	}
	switch {
	case most == 0:
	case most <= maxLetters && float64(c.Groups)*letterPart*size < 0.35*panelWidth:
		g.columns = c.Groups
	default:
		g.lanes = lanes(g.members)
	}
	return g
}

// lanes puts bars side by side, each into the first lane that is free from its first row on.
func lanes(members [][]int) [][]int {
	order := make([]int, 0, len(members))
	for k, rows := range members {
		if len(rows) > 0 {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return members[a][0] - members[b][0] })
	var out [][]int
	for _, k := range order {
		lane := slices.IndexFunc(out, func(groups []int) bool {
			last := members[groups[len(groups)-1]]
			return last[len(last)-1] < members[k][0]
		})
		if lane < 0 {
			out = append(out, nil)
			lane = len(out) - 1
		}
		out[lane] = append(out[lane], k)
	}
	return out
}

// width returns the width of the column with the space before it.
func (g groupColumn) width(size float64) float64 {
	switch {
	case g.columns > 0:
		return columnGap + float64(g.columns)*letterPart*size
	case len(g.lanes) > 0:
		return columnGap + float64(len(g.lanes))*laneWidth
	}
	return 0
}

// letters draws the letters of one row.
func (g groupColumn) letters(p *page, groups []int, x, y, size float64) {
	if g.columns == 0 {
		return
	}
	for _, k := range groups {
		p.middle(string(rune('a'+k)), x+columnGap+(float64(k)+0.5)*letterPart*size, y, center, style{size, false, inkText})
	}
}

// bars draws the bars of the rows of a panel. Where a group skips rows, its bar is thin.
func (g groupColumn) bars(p *page, r rows, panel int, x float64) {
	lo, hi := r.in(panel)
	half := 0.36 * r.pitch
	for lane, groups := range g.lanes {
		xLane := x + columnGap + (float64(lane)+0.5)*laneWidth
		for _, k := range groups {
			rows := slices.DeleteFunc(slices.Clone(g.members[k]), func(i int) bool { return i < lo || i >= hi })
			if len(rows) == 0 {
				continue
			}
			_, top := r.at(rows[0])
			_, bottom := r.at(rows[len(rows)-1])
			p.vline(xLane, top-half, bottom+half, hairline, inkPlain)
			for len(rows) > 0 {
				n := 1
				for n < len(rows) && rows[n] == rows[0]+n {
					n++
				}
				_, top = r.at(rows[0])
				_, bottom = r.at(rows[n-1])
				p.vline(xLane, top-half, bottom+half, 1.4, inkPlain)
				rows = rows[n:]
			}
		}
	}
}
