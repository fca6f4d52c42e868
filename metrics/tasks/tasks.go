// Package tasks knows shared tasks: what their files look like, which rules a submission must keep, in which order equal
// scores are ranked, and by which measures systems are compared. Every task yields scores of every system on every
// topic, which is all that the statistics need.
package tasks

import (
	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// Task is a shared task. An entry reads as a filled-in form; [Tasks] lists them.
type Task struct {
	Name, Title string
	Doc         string   // what is ranked or found, and what is peculiar about scoring it, in plain sentences
	Cite        string   // key of the bibliography; empty where no reference was checked
	Topic       string   // what one topic is: "debate or speech"
	Gold, Run   string   // what a line of the gold file and of a run looks like
	Measures    []string // those reported unless others are asked for, the official one first
	Own         []Measure
	Order       metrics.Order // in which equal scores are ranked, unless asked otherwise
	Flags       []string      // what it reads beyond runs: "qrels", "gold", "order", "official-quirks", "segments", …
	Limits      Limits

	// Load reads gold and runs and checks them against the rules of the task. Without gold it checks what can be checked
	// without. An error lists all problems of all files: a [*formats.Problems].
	Load func(in Inputs, opt Options) (*Submissions, error)
	// Write writes a run as its file or files of the task; nil where runs cannot be fused.
	Write func(r *metrics.Run) []Output
}

// Measure is a measure that a task has for itself, because it does not judge ranked documents.
type Measure struct {
	Name, Title, Doc, Cite string
	Lo, Hi                 float64 // every score lies in [Lo, Hi]; infinite where there is no bound
}

// Limits bounds what a team may submit. They are settings: organisers change them from year to year.
type Limits struct {
	Documents int // a topic; 0: no limit
	Runs      []RunLimit
}

// RunLimit bounds the runs of one type that a team may submit.
type RunLimit struct {
	Type        string // one of metrics.RunTypes, or AnyType
	Least, Most int
}

// Inputs names the files to read.
type Inputs struct {
	Qrels    string   // --qrels
	Gold     []string // --gold, in the order given
	Segments string   // --segments
	Runs     []formats.File
}

// HasGold says whether there is anything to score against.
func (in Inputs) HasGold() bool { return in.Qrels != "" || len(in.Gold) > 0 }

// Options says how to read and score. The zero value is the task's own way.
type Options struct {
	Order     *metrics.Order // nil: the task's own
	Strict    bool           // refuse what the original checker refuses
	Quirks    bool           // average, and treat duplicates, as the original scorer does
	SkipEmpty bool           // leave topics without relevant documents out of the means
	KeepFirst bool           // of a document twice in a topic keep the one ranked higher
	Segmenter string         // "none" (also ""), "light"
	Coverage  string         // "detected" (also ""), "reference"
	Days      string         // "FROM-TO"; "": those of the judged tweets
	Level     int            // least grade that is relevant; 0: 1
	Workers   int            // 0 means GOMAXPROCS; never changes a result
}

// Submissions is what [Task.Load] read.
type Submissions struct {
	// Runs holds every system, in the order of the arguments. Those of a task with measures of its own have no topics:
	// only their names and files count. Tags differ.
	Runs  []*metrics.Run
	Qrels metrics.Qrels // judgments of documents; nil where the task has none, and without gold
	Gold  metrics.Gold  // judges the runs; nil where the task has measures of its own, and without gold
	Table *Table        // the scores by the task's own measures; nil if it has none, and without gold

	Complete    bool     // every document that a run may hold is judged, so that there is no pool to audit
	Empty       bool     // a run without any topic is legitimate: it scores 0
	Measures    []string // those reported unless others are asked for, where the gold does not bear all of Task.Measures; nil: Task.Measures
	References  []Reference
	Conventions []Convention
	Warnings    []metrics.Warning
	Files       []Input
	// Weights is how often the original scorer counts run i's score on topic t in its mean; nil: once, as we do.
	Weights func(i int, t metrics.Topic) float64
}

// Table holds the scores of a task that has measures of its own.
type Table struct {
	Topics  []metrics.Topic   // in byte order
	Values  []*mat.Dense      // one a measure, as in Task.Own: a row a run, a column a topic
	Missing []metrics.Missing // the runs that do not fit the topics, in the order of the runs; topics in byte order
	Counts  bool              // a run that answers fewer than half of the topics is to be excluded, as elsewhere
}

// Reference is a line to compare systems with, which no team submitted: what chance or silence would score.
type Reference struct {
	Name, Doc string
	// Score is the score on a topic by a measure, by its canonical name; not ok where it is not known.
	Score func(measure string, t metrics.Topic) (score float64, ok bool)
}

// Convention is a choice that another scorer may have made differently.
type Convention struct{ What, How string }

// Input is a file that was read.
type Input struct{ File, Role string } // the role is "qrels", "gold", "segments" or "run"

// Output is a file of a run as the task wants it.
type Output struct {
	Name string // without a folder; empty where a run is one file
	Data []byte
}

// tasks is the list, in the order of help: a new task is one file and one line here.
var tasks = []*Task{
	checkthat18,
	checkthat20En,
	checkthat20Ar,
	checkthat20Verified,
	checkthat20Evidence,
	quranqa22,
	quranqa23A,
	quranqa23B,
	evetarEvents,
	evetarAdhoc,
	evetarTTG,
	evetarRTS,
}

// Tasks lists every task there is, in the order of help.
func Tasks() []*Task { return append([]*Task(nil), tasks...) }
