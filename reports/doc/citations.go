package doc

// Citations are the keys of d's citations, each once, in order of appearance.
func (d *Doc) Citations() []string { return new(Printer).outline(d).cites }
