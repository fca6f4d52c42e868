// Package reports turns a study (scores, and where known runs, judgments and teams) into findings, and findings into a
// report. It reads no files and draws no pictures: the command does both. Every sentence is computed from the finding
// that stands beside it in the machine-readable result.
package reports

import (
	"encoding/json"
	"errors"
	"fmt"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// Study is everything known about a shared task.
type Study struct {
	Title    string
	Scores   []*metrics.Scores // the official measure first; every system is in all of them
	Runs     []*metrics.Run    // nil if only scores are known
	Qrels    metrics.Qrels     // nil likewise
	Measures []metrics.Applied // what scored the runs, in the order of Scores; nil if only scores are known
	Level    metrics.Grade     // least grade that counts as relevant

	Averaged  bool         // the systems are means of runs, their seeds or folds
	Sampled   bool         // the judgments are a sample of the pool, drawn in strata
	PoolDepth int          // ranks that the pool took from each run; 0: inferred from the judgments
	PoolMode  pooling.Mode // which judgments are left when a run is left out
	PoolExact bool         // the study's procedure decides the verdicts of the pool's audit, however long that takes
	Teams     bool         // the team of each run was declared; else each run stands for itself

	Test       *stats.PairedTest // of single pairs
	Procedure  *stats.Procedure  // of the family; nil: see Family
	Correction *stats.Correction // named for the single tests; nil: none was
	Options    stats.Options
	Baselines  []metrics.Tag // compared with these only; nil: all pairs

	Apart        []metrics.Tag // runs that stand apart besides baselines and late ones
	BetweenTeams bool          // one primary run a team is ranked, the others are in Apart
	Strata       *Strata       // of the topics, in the order of the scores; nil: one

	About *metrics.TopicTable // titles and categories of topics; nil: not given

	Margin    float64                  // differences smaller than this do not matter, in score units; 0: not said
	Rope      float64                  // half-width of the region of practical equivalence of Bayes' posterior; 0: not asked
	Single    bool                     // intervals of the single test were asked for, also where a procedure has its own
	Effects   bool                     // effect sizes of every pair are wanted, also shown
	Intervals *stats.BootstrapInterval // of pairs, in place of the procedure's or test's; nil: theirs

	Missing  []metrics.Missing  // topics that a run did not answer
	Excluded []metrics.Excluded // runs kept out of the comparison
	Policy   string             // what was done about missing topics: "zero", "drop", …
	Reading  Reading            // how runs and judgments were read
	Task     *Task              // the shared task, if its own formats and rules were used

	Beside  []Collection // other collections, to set beside the reliability of this one
	Targets []float64    // reliability to reach; nil: .90 and .95
	Topics  []int        // numbers of topics of the D-study; nil: a grid

	Reliability ReliabilityOptions
	Second      *SecondJudges // the same systems by other judges; nil: none

	Inputs   []Input // files read
	Command  string  // command line, base names only
	Version  string
	Warnings []stats.Warning // of reading and scoring

	Data DataOptions // of the data-based analyses of reliability
}

// Strata says which stratum, such as a language, each topic belongs to.
type Strata struct {
	Names []string
	Of    []int // of each topic of the scores: an index of Names
}

// StratumTopics is a stratum and its number of topics.
type StratumTopics struct {
	Name   string `json:"name"`
	Topics int    `json:"topics"`
}

// count is the number of topics of each stratum; nil without strata.
func (s *Strata) count() []StratumTopics {
	if s == nil {
		return nil
	}
	out := make([]StratumTopics, len(s.Names))
	for i, name := range s.Names {
		out[i].Name = name
	}
	for _, i := range s.Of {
		out[i].Topics++
	}
	return out
}

// Task is what reports say of a shared task with formats and rules of its own.
type Task struct {
	Name, Title string
	Topic       string // what one topic is: "debate or speech"
	Ranks       bool   // its runs rank documents that are judged one by one
	Complete    bool   // every document that a run may hold is judged
	Conventions []Convention
	References  []ReferenceLine
}

// ReferenceLine is a line to compare systems with that no team submitted: what chance or silence would score.
type ReferenceLine struct {
	Name  string     `json:"name"`
	Doc   string     `json:"doc"`
	Means []*float64 `json:"means"` // by measure, in the order of Study.Scores; null where not known
}

// Reading says how runs and judgments were read, where that is not the usual way.
type Reading struct {
	Order          metrics.Order // of the documents of a run
	KeepFirst      bool          // of a document twice in a topic the better was kept; else that was refused
	NegativeJudged bool          // negative grades are judged and not relevant; else pooled, not judged
}

// Input is a file that the study was read from.
type Input struct {
	File   string `json:"file"` // base name
	Role   string `json:"role"` // "qrels", "run", "scores", "teams", "strata", "topics"
	SHA256 string `json:"sha256"`
}

// Finding is what a section found: it marshals to JSON as plain data, and shows itself as blocks.
type Finding interface{ Blocks() []doc.Block }

// Section is an entry of the list of sections: what --sections names.
type Section struct {
	Name, Title, Doc string
	Run              func(*Analysis) (Finding, error)
}

// ErrNotApplicable is wrapped, with the reason, by a section that this study cannot have. The report then says
// "Not assessed: " and the reason.
var ErrNotApplicable = errors.New("not assessed")

// notAssessed is ErrNotApplicable with its reason.
func notAssessed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrNotApplicable}, args...)...)
}

// sections in the order of the report. A new section is one file and one line here.
var sections = []*Section{
	inShort,
	results,
	pairwise,
	decisions,
	reliabilitySection,
	poolSection,
	winsSection,
	similaritySection,
	topicsSection,
	card,
	methods,
	inputs,
}

// Sections lists the sections in the order of the report.
func Sections() []*Section { return append([]*Section(nil), sections...) }

// Part is one section of a report with what it found; Finding is nil where the section does not apply.
type Part struct {
	Section *Section
	Finding Finding
	Reason  string // why the section does not apply
}

// Report is the findings of a study, in order.
type Report struct {
	Title  string
	Lead   []doc.Text // one line under the title: measure, topics, systems
	Inputs []Input
	Files  []string // of the report's folder, slash paths; set by whoever writes it
	Parts  []Part

	analysis *Analysis
}

// Extra are tables that the report does not show in full: files of their own, by their ID in place of what it shows.
func (r *Report) Extra() []doc.Block {
	c := r.analysis.official()
	out := []doc.Block{c.pairTable("all-pairs", c.Pairs), c.systemTable()}
	if c.Pairs[0].Effects != nil {
		out = append(out, c.EffectTable())
	}
	for _, p := range r.Parts {
		if d, ok := p.Finding.(*Decisions); ok && len(d.Split) > 0 {
			out = append(out, d.splitTable(len(d.Split)))
		}
		if f, ok := p.Finding.(*Reliability); ok {
			out = append(out, f.Tables()...)
		}
		if f, ok := p.Finding.(*PoolAudit); ok {
			out = append(out, f.Tables()...)
		}
		if t, ok := p.Finding.(*Topics); ok {
			out = append(out, t.extra()...)
		}
		if s, ok := p.Finding.(*Similarity); ok {
			out = append(out, s.pairTable("similarity-pairs", "How alike every pair is.", s.Pairs, 0))
		}
	}
	return out
}

// Build runs the named sections, or without names every section. An error names the section that failed.
func Build(s *Study, names ...string) (*Report, error) {
	chosen, err := choose(names)
	if err != nil {
		return nil, err
	}
	a, err := Analyse(s)
	if err != nil {
		return nil, err
	}
	r := &Report{Title: s.Title, Lead: a.lead(), Inputs: s.Inputs, analysis: a}
	for _, sec := range chosen {
		f, err := sec.Run(a)
		switch {
		case errors.Is(err, ErrNotApplicable):
			r.Parts = append(r.Parts, Part{Section: sec, Reason: reason(err)})
		case err != nil:
			return nil, fmt.Errorf("section %s: %w", sec.Name, err)
		default:
			r.Parts = append(r.Parts, Part{Section: sec, Finding: f})
		}
	}
	return r, nil
}

func choose(names []string) ([]*Section, error) {
	if len(names) == 0 {
		return sections, nil
	}
	var chosen []*Section
	for _, name := range names {
		found := false
		for _, sec := range sections {
			if sec.Name == name {
				chosen = append(chosen, sec)
				found = true
			}
		}
		if !found {
			return nil, fmt.Errorf("section %q: want one of those that `sigrel list sections` prints", name)
		}
	}
	return chosen, nil
}

// reason is the text after the sentinel.
func reason(err error) string {
	text, prefix := err.Error(), ErrNotApplicable.Error()+": "
	if len(text) > len(prefix) && text[:len(prefix)] == prefix {
		return text[len(prefix):]
	}
	return text
}

// Doc is the report as a document.
func (r *Report) Doc() *doc.Doc {
	d := &doc.Doc{Title: r.Title}
	if len(r.Lead) > 0 {
		d.Blocks = append(d.Blocks, &doc.Paragraph{Text: r.Lead})
	}
	for _, p := range r.Parts {
		d.Blocks = append(d.Blocks, &doc.Heading{Level: 1, ID: p.Section.Name, Text: plain(p.Section.Title)})
		if p.Finding == nil {
			d.Blocks = append(d.Blocks, &doc.Note{Text: plain("Not assessed: " + p.Reason + ".")})
			continue
		}
		d.Blocks = append(d.Blocks, p.Finding.Blocks()...)
	}
	return d
}

// MarshalJSON gives schema sigrel/report/1: each section's finding as data, or why it was not assessed.
func (r *Report) MarshalJSON() ([]byte, error) {
	type section struct {
		Name        string  `json:"name"`
		NotAssessed *string `json:"not_assessed"`
		Finding     Finding `json:"finding"`
	}
	out := struct {
		Schema   string    `json:"schema"`
		Title    string    `json:"title"`
		Inputs   []Input   `json:"inputs"`
		Files    []string  `json:"files"`
		Sections []section `json:"sections"`
	}{Schema: "sigrel/report/1", Title: r.Title, Inputs: r.Inputs, Files: r.Files, Sections: []section{}}
	for _, p := range r.Parts {
		s := section{Name: p.Section.Name, Finding: p.Finding}
		if p.Finding == nil {
			s.NotAssessed = &p.Reason
		}
		out.Sections = append(out.Sections, s)
	}
	return json.Marshal(out)
}
