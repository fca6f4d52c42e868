package metrics

import (
	"fmt"
	"strings"
)

// Unanswered says what to do where a system has no score on a topic: a run that does not answer a judged topic, or a
// hole in a table of scores.
type Unanswered int

// The policies. The zero value is the usual one of each input: [UnansweredZero] for runs, since a run that returns
// nothing has found nothing, and [UnansweredError] for tables of scores, where a hole need not mean that.
const (
	UnansweredDefault Unanswered = iota
	UnansweredZero               // the score of an empty ranking; 0 in a table
	UnansweredDrop               // the topic is dropped for all systems, never for a pair only
	UnansweredDropRun            // the system is dropped
	UnansweredError              // an error that names system and topic
)

var unansweredNames = [...]string{UnansweredDefault: "", UnansweredZero: "zero", UnansweredDrop: "drop",
	UnansweredDropRun: "drop-run", UnansweredError: "error"}

// String is the name used on the command line; empty for the default.
func (u Unanswered) String() string { return unansweredNames[u] }

// MarshalText gives the name of u.
func (u Unanswered) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText reads a name; the error lists the names there are.
func (u *Unanswered) UnmarshalText(text []byte) error {
	for i, name := range unansweredNames {
		if name == string(text) {
			*u = Unanswered(i)
			return nil
		}
	}
	return fmt.Errorf("policy %q for missing scores: want one of %s", text, strings.Join(unansweredNames[1:], ", "))
}
