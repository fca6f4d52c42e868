package doc

// Chart is a *Dots, *Differences, *Grid, *Lines, *Bars or *Heat: data, not a drawing, so that JSON can carry it, tests can
// compare numbers instead of pixels, and only one package draws.
type Chart interface{ chart() }

// Axis of a chart. Min and Max are nil where the data decide.
type Axis struct {
	Label   string   `json:"label"`
	Min     *float64 `json:"min"`
	Max     *float64 `json:"max"`
	Percent bool     `json:"percent"` // values are shares; ticks read "−3.4%"
	Log     bool     `json:"log"`     // logarithmic; only the horizontal axis of Lines, where all is above 0
}

// Dots is figure 1: one row a system, best first, with its mean, the confidence interval of the mean (thin line), the
// comparison band (two systems differ where their bands do not overlap), and the groups it belongs to.
type Dots struct {
	X      Axis     `json:"x"`
	Rows   []DotRow `json:"rows"`
	Cut    *float64 `json:"cut"`    // dashed line: lower end of the best system's band
	Groups int      `json:"groups"` // number of groups; 0 if there are none to show
	Digits int      `json:"digits"` // decimals of the means printed
	Note   string   `json:"note"`   // explains the encodings, below the picture
}

// DotRow is one system of [Dots].
type DotRow struct {
	Label  string   `json:"label"`
	Value  float64  `json:"value"`
	Lo     *float64 `json:"lo"` // confidence interval of the mean; nil without one
	Hi     *float64 `json:"hi"`
	BandLo *float64 `json:"band_lo"` // comparison band; nil without one
	BandHi *float64 `json:"band_hi"`
	Top    bool     `json:"top"`    // not different from the best
	Apart  bool     `json:"apart"`  // a baseline or late run: unranked, drawn faint
	Groups []int    `json:"groups"` // indices from 0
}

// Differences is figure 2: the per-topic differences of a pair, sorted from the greatest down.
type Differences struct {
	Y      Axis         `json:"y"`
	X      Axis         `json:"x"`
	Bars   []Difference `json:"bars"`
	Mean   float64      `json:"mean"`
	Lo     *float64     `json:"lo"` // interval of the mean, grey band; nil without one
	Hi     *float64     `json:"hi"`
	Legend []string     `json:"legend"`
}

// Difference is one topic of [Differences].
type Difference struct {
	Label string  `json:"label"`
	Value float64 `json:"value"`
}

// Grid is figure 3: a square matrix of systems by systems in order of their means. A cell is a class from 0 up, drawn in
// one hue from faint to full, or −1 for none (the diagonal).
type Grid struct {
	Labels  []string `json:"labels"`
	Cells   [][]int  `json:"cells"`   // Cells[row][column]
	Classes []string `json:"classes"` // legend, from class 0
	Note    string   `json:"note"`
}

// Lines is figure 6 and others: curves with bands.
type Lines struct {
	X       Axis      `json:"x"`
	Y       Axis      `json:"y"`
	Series  []Series  `json:"series"`
	Targets []float64 `json:"targets"` // dashed horizontal lines
	Here    *Mark     `json:"here"`    // vertical line at Here.X with its label: this collection
	Note    string    `json:"note"`
}

// Series is one curve of [Lines]. Lo and Hi bound its band and are nil without one.
type Series struct {
	Label string    `json:"label"`
	X     []float64 `json:"x"`
	Y     []float64 `json:"y"`
	Lo    []float64 `json:"lo"`
	Hi    []float64 `json:"hi"`
	Marks []Mark    `json:"marks"`
}

// Mark is a labelled point.
type Mark struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Label  string  `json:"label"`
	Filled bool    `json:"filled"` // a dot; else a ring
}

// Bars is figure 8: one horizontal bar a row, with columns of text beside it.
type Bars struct {
	X       Axis     `json:"x"`
	Rows    []BarRow `json:"rows"`
	Columns []string `json:"columns"` // heads of BarRow.Cells
	Note    string   `json:"note"`
}

// BarRow is one bar of [Bars].
type BarRow struct {
	Label  string   `json:"label"`
	Value  *float64 `json:"value"` // nil: no bar, "not defined"
	Text   string   `json:"text"`  // beside the bar: "−3.4%"
	Cells  []string `json:"cells"`
	Strong bool     `json:"strong"` // the warning colour: its rank changes
}

// Heat is figure 12 and others: a matrix of values, each a colour of a scale from Min to Max, which lets the eye find
// rows and columns that are alike. Where Diverging, two hues part at the middle of the scale; else one ramp rises.
type Heat struct {
	X         Axis         `json:"x"` // titles of the columns and of the rows; other fields of the axes are not used
	Y         Axis         `json:"y"`
	Rows      []string     `json:"rows"`
	Columns   []string     `json:"columns"`
	Values    [][]*float64 `json:"values"` // Values[row][column]; nil: there is none, drawn hatched
	Min       float64      `json:"min"`    // ends of the scale, Min < Max; values beyond have the colour of the end
	Max       float64      `json:"max"`
	Diverging bool         `json:"diverging"`
	Scale     string       `json:"scale"`  // what the values are: the label of the legend
	Digits    int          `json:"digits"` // decimals of values
	Note      string       `json:"note"`
}

func (*Dots) chart()        {}
func (*Differences) chart() {}
func (*Grid) chart()        {}
func (*Lines) chart()       {}
func (*Bars) chart()        {}
func (*Heat) chart()        {}
