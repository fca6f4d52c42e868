// Package doc holds a report as a tree of blocks, and a [Printer] that turns the tree into Markdown, HTML, LaTeX, plain
// text, CSV and TSV. It computes no statistic: numbers arrive in full precision and are rounded by a printer, or by the
// Format functions that charts use, and nowhere else.
package doc

// Doc is a report, a page, or the output of one command.
type Doc struct {
	Title  string // may be empty
	Blocks []Block
}

// Block is a *Heading, *Paragraph, *List, *Note, *Preformatted, *Table or *Figure.
type Block interface{ block() }

// Heading starts a section. Level 1 is a section of the report, 2 a part of one.
type Heading struct {
	Level int
	ID    string // anchor, stable: a section's name; "" for one made from the text
	Text  []Text
}

// Paragraph is running text. One that opens a document with a title is its lead.
type Paragraph struct{ Text []Text }

// List has one item a line; Ordered numbers them from 1.
type List struct {
	Ordered bool
	Items   [][]Text
}

// Note is a remark set apart from the running text: a caution, or "Not assessed: why".
type Note struct{ Text []Text }

// Preformatted is text whose spaces and line ends stand: a command line.
type Preformatted struct{ Text string }

// Table is a table with a caption and notes. Every row has a cell for each column; printers panic if one has not.
type Table struct {
	ID      string // file name of tables/ID.csv, anchor
	Caption []Text
	Columns []Column
	Rows    []Row
	Notes   [][]Text // printed below the table; those that no cell refers to stand there without a number
}

// Column heads a column.
type Column struct {
	Title []Text
	Align Align
	Key   string // column name in CSV; "" for the plain text of the title
}

// Align says how a column's cells stand.
type Align int

// Alignments; the zero value is left. Numbers stand right. The first left column names the rows.
const (
	Left Align = iota
	Right
	Center
)

// Row is one line of a table.
type Row struct {
	Cells []Cell
	Rule  bool // a line above: a new tier
	Faint bool // stands apart from the ranking: a baseline
}

// Cell is one cell of a table. An empty Text is an empty cell.
type Cell struct {
	Text []Text
	Best bool  // in the top group: printed bold
	Note []int // i refers to the i-th of the table's Notes, from 1; printers count anew those that are referred to
}

// Figure is a chart with its caption.
type Figure struct {
	ID      string // file name of figures/ID.svg, anchor
	Caption []Text
	Alt     string // what the picture shows, for those who cannot see it
	Chart   Chart
}

func (*Heading) block()      {}
func (*Paragraph) block()    {}
func (*List) block()         {}
func (*Note) block()         {}
func (*Preformatted) block() {}
func (*Table) block()        {}
func (*Figure) block()       {}

// Text is a Plain, Code, Strong, Emph, Link, Number, Integer, Signed, Percent, PValue, Range, Several or Cite.
//
// Numbers are finite. Halves are rounded away from zero, by the value's first 12 significant digits, so that a decimal
// tie is printed the same whatever sum it came from; what rounds to zero has no sign. Minus is U+2212 (a hyphen in CSV).
type Text interface{ text() }

type (
	// Plain is text as it is. Printers escape it.
	Plain string
	// Code is a name as typed: a flag, a run's tag in prose, a file.
	Code string
	// Strong stands out.
	Strong []Text
	// Emph is set in italics: symbols such as p and d.
	Emph string
	// Link is Text that leads to URL: an https address, or a file beside the report. Another scheme is not linked.
	Link struct{ Text, URL string }
	// Number is rounded to Digits decimals.
	Number struct {
		Value  float64
		Digits int
	}
	// Integer is a count, with no thousands separator in cells of tables and a comma in prose from 10,000.
	Integer int
	// Signed is a Number with its sign always shown: "+0.012", "−0.034".
	Signed struct {
		Value  float64
		Digits int
	}
	// Percent is a share (0.034 for 3.4%), rounded to Digits decimals of the percentage. Sign shows a plus.
	Percent struct {
		Value  float64
		Digits int
		Sign   bool
	}
	// PValue is printed with three decimals, "<0.001" below, and more where three would contradict the verdict
	// p ≤ Alpha, as [FormatP] says; an Alpha of 0 makes no verdict. Relation puts its sign before it, for prose after
	// "p ": "= 0.012", "< 0.001". CSV has full precision and no sign.
	PValue struct {
		Value, Alpha float64
		Relation     bool
	}
	// Several is a cell that people read as one text and programs as several columns: "43/0/57" is wins, ties and
	// losses. Keys are the columns' names in CSV; a value is nil where there is none.
	Several struct {
		Text   string
		Keys   []string
		Values []*float64
	}
	// Range is an interval "[0.317, 0.424]"; Signed shows signs. In CSV it makes two columns, key_lo and key_hi.
	Range struct {
		Lo, Hi float64
		Digits int
		Signed bool
	}
	// Cite refers to an entry of the bibliography by its key; the printer numbers them in order of appearance.
	// Neighbours share their brackets: "[1, 2]".
	Cite string
)

func (Plain) text()   {}
func (Code) text()    {}
func (Strong) text()  {}
func (Emph) text()    {}
func (Link) text()    {}
func (Number) text()  {}
func (Integer) text() {}
func (Signed) text()  {}
func (Percent) text() {}
func (PValue) text()  {}
func (Range) text()   {}
func (Several) text() {}
func (Cite) text()    {}
