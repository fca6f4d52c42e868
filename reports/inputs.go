package reports

import (
	"fmt"

	"sigrel/reports/doc"
)

var inputs = &Section{
	Name: "inputs", Title: "Inputs",
	Doc: "the files read, with their SHA-256, the command line, what was missing and left out",
	Run: findInputs,
}

// Inputs makes the report reproducible: the same files, version and command line give the same report, byte for byte.
type Inputs struct {
	Version  string          `json:"version"`
	Command  string          `json:"command"`
	Files    []Input         `json:"files"`
	Missing  []MissingTopics `json:"missing"`
	Excluded []string        `json:"excluded"`
	Warnings []string        `json:"warnings"`
}

// MissingTopics names a run and the judged topics that it does not answer.
type MissingTopics struct {
	Run    string   `json:"run"`
	Topics []string `json:"topics"`
}

func findInputs(a *Analysis) (Finding, error) {
	f := &Inputs{Version: a.Version, Command: a.Command, Files: a.Study.Inputs, Missing: []MissingTopics{}, Excluded: []string{}, Warnings: []string{}}
	for _, m := range a.Missing {
		if len(m.Topics) == 0 {
			continue
		}
		row := MissingTopics{Run: string(m.Run.Tag)}
		for _, t := range m.Topics {
			row.Topics = append(row.Topics, string(t))
		}
		f.Missing = append(f.Missing, row)
	}
	for _, e := range a.Excluded {
		f.Excluded = append(f.Excluded, fmt.Sprintf("%s answers %d of %d judged topics: kept out of the comparison, kept in the pool", e.Run.Tag, e.Answered, e.Judged))
	}
	for _, w := range a.Warnings {
		f.Warnings = append(f.Warnings, w.Text)
	}
	return f, nil
}

// Blocks lists them.
func (f *Inputs) Blocks() []doc.Block {
	var out []doc.Block
	if f.Command != "" {
		out = append(out, para("The command, without the folders of its files:"), &doc.Preformatted{Text: f.Command})
	}
	t := &doc.Table{ID: "inputs", Caption: plain("Files read.")}
	t.Columns = []doc.Column{column("File", doc.Left, "file"), column("role", doc.Left, "role"), column("SHA-256", doc.Left, "sha256")}
	for _, in := range f.Files {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(in.File), cell(in.Role), cell(doc.Code(in.SHA256))}})
	}
	out = append(out, t)
	l := &doc.List{}
	for _, w := range f.Warnings {
		l.Items = append(l.Items, say(capital(w)+"."))
	}
	if len(l.Items) > 0 {
		out = append(out, heading("What to know about them"), l)
	}
	return append(out, para(fmt.Sprintf("sigrel %s. The same files, version and command line give this report again, byte for byte, on any number of processors.", f.Version)))
}
