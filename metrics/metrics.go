// Package metrics scores runs against judgments.
//
// A [Run] is ranked and judged topic by topic; every [Measure] is a function of what a judge saw at each rank. The
// outcome is a [Scores] for each measure: one number for every system and topic, complete and finite, which is all that
// the statistics need.
package metrics

// Identifiers are opaque byte strings, compared byte for byte: "01" is not "1", and no Unicode normalization is done.
type (
	Topic string // unit of evaluation: query, question, claim
	Doc   string // unit of retrieval: document, tweet, passage
	Tag   string // identifier of a run
	Team  string // who submitted a run
	Grade int    // degree of relevance; negative: pooled but not judged
)

// Scored is a document as a run ranked it.
type Scored struct {
	Doc   Doc
	Score float64
	Rank  int32 // as written in the file, for checks only; 0 where it is no whole number, or the format has none
	Line  int32 // in its file, from 1; in JSON its place among all documents
}

// Run is one submitted file.
type Run struct {
	Tag      Tag
	Team     Team   // empty if no team is known
	Type     string // one of RunTypes, empty if not known
	Kind     string // how it was made, in free words: "lexical", "dense"; empty if not known
	Unpooled bool   // said not to have contributed to the pool
	Model    string // how far it uses the model that made the judgments: one of ModelUses, empty if not known
	File     string // where it was read, for messages
	Order    Order  // how its documents are ranked
	// Topics holds the documents of each topic, none twice. Readers rank them; code that builds a Run by hand need not.
	Topics map[Topic][]Scored
}

// System is the row that r becomes in a [Scores].
func (r *Run) System() System { return System{Tag: r.Tag, Team: r.Team, Type: r.Type} }

// in is the run's file with a colon, for messages; empty if it was not read from one.
func (r *Run) in() string {
	if r.File == "" {
		return ""
	}
	return r.File + ": "
}

// RunTypes lists the types of runs, in the order of help. Baselines and late runs stand apart in rankings.
func RunTypes() []string {
	return []string{"primary", "contrastive", "manual", "automatic", "baseline", "late"}
}

// ModelUses lists how far a run may use the model that made the judgments: the model itself, one of its family, neither.
func ModelUses() []string { return []string{"yes", "family", "no"} }

// Qrels holds the judgments: topic, document, grade.
type Qrels map[Topic]map[Doc]Grade

// Warning is something a reader of results must know although it stops nothing. Codes are stable and listed in
// docs/methods.md; the text is for people.
type Warning struct{ Code, Text string }
