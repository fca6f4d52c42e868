package main

// enum makes a flag of a type that reads and writes itself as text.
type enum struct {
	value interface {
		MarshalText() ([]byte, error)
		UnmarshalText([]byte) error
	}
}

func (v enum) Set(s string) error { return v.value.UnmarshalText([]byte(s)) }

func (v enum) String() string {
	if v.value == nil {
		return ""
	}
	text, _ := v.value.MarshalText()
	return string(text)
}

func (v enum) Type() string { return "name" }
