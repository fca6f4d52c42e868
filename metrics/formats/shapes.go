package formats

// Shape describes a way to write a file that this package reads: what help prints of it.
type Shape struct {
	Kind    string // what the file holds: "run", "qrels", "scores", "teams", …
	Name    string // one of its kind
	Doc     string // in plain sentences
	Line    string // the names of its fields, or what stands where
	Example string // a line or more, without the last line end
}

// Shapes lists every way to write a file, by kind, in the order in which files are tried; of runs see [Formats].
func Shapes() []Shape {
	var list []Shape
	for _, f := range formats {
		list = append(list, Shape{"run", f.Name, f.Doc, f.Line, f.Example})
	}
	for _, f := range qrelsFormats {
		list = append(list, f.Shape)
	}
	for _, f := range scoreForms {
		list = append(list, f.Shape)
	}
	return append(list, jsonScores, facetShape, teamShape, labelShape, strataShape, judgesShape, trecJudgesShape, topicShape)
}
