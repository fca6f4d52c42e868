package formats

import "fmt"

// Value is a JSON value with its place. Numbers keep the digits that were written: identifiers of 19 digits do not fit a
// float64.
type Value struct {
	Line, Column int32
	Kind         Kind
	Text         string       // of a string; of a number as written; "true" or "false"
	Members      []NamedValue // of an object, in the order of the file; no name twice
	Items        []*Value     // of an array
}

// NamedValue is a name and value of a JSON object.
type NamedValue struct {
	Name  string
	Value *Value
}

// Kind is what a JSON value is.
type Kind uint8

// The kinds.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String names the kind for messages.
func (k Kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "a list", "an object"}[k]
}

// At is the place of v in a file.
func (v *Value) At(file string) Pos { return Pos{file, int(v.Line), int(v.Column)} }

// Get is the member of that name, nil if there is none or v is no object.
func (v *Value) Get(name string) *Value {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// maxDepth bounds how deep JSON values may nest.
const maxDepth = 100

// ParseJSON reads one JSON value, which must be all of the text. Lines count from first. An error is a [*Problems]: bad
// syntax, which ends the reading, and before it every name that an object has twice, for which other decoders silently keep
// the last value, and half of a surrogate pair, for which they silently put another character.
func ParseJSON(text, file string, first int) (*Value, error) {
	p := newJSONParser(text, file, first)
	var v *Value
	p.whole(func() (err error) {
		v, err = p.value(0)
		return err
	})
	if err := p.problems.sorted(); err != nil {
		return nil, err
	}
	return v, nil
}

// value reads the next value.
func (p *jsonParser) value(depth int) (*Value, error) {
	if depth > maxDepth {
		return nil, errDeep
	}
	pos := p.pos(p.blanks())
	v := &Value{Line: int32(pos.Line), Column: int32(pos.Column)}
	var err error
	switch p.peek() {
	case '{':
		v.Kind = Object
		err = p.members(v, depth)
	case '[':
		v.Kind = Array
		err = p.list('[', ']', func() error {
			item, err := p.value(depth + 1)
			v.Items = append(v.Items, item)
			return err
		})
	case '"':
		v.Kind = String
		v.Text, err = p.str()
	default:
		v.Kind, v.Text, err = p.scalar()
	}
	return v, err
}

func (p *jsonParser) members(v *Value, depth int) error {
	seen := make(map[string]int)
	return p.object(func(name string, at int) error {
		value, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		if before, twice := seen[name]; twice {
			p.problems.Add(p.pos(at), fmt.Errorf("%w: the name %s stands %s already, want it once", ErrDuplicate, show(name), p.earlier(before, at)))
			return nil
		}
		seen[name] = at
		v.Members = append(v.Members, NamedValue{name, value})
		return nil
	})
}
