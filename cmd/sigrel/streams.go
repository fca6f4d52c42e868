package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// checked remembers the first error of writing, so that a full disk or a closed pipe is never taken for success.
type checked struct {
	w   io.Writer
	err error
}

func (c *checked) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if c.err == nil && err != nil {
		c.err = fmt.Errorf("standard output: %w", err)
	}
	return n, err
}

// plainWriter shows control characters instead of sending them: names in messages come from files, and a terminal obeys
// what it is sent.
type plainWriter struct{ w io.Writer }

func (p *plainWriter) Write(data []byte) (int, error) {
	var b strings.Builder
	for _, r := range string(data) {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			fmt.Fprintf(&b, "\\x%02x", r)
		} else {
			b.WriteRune(r)
		}
	}
	_, err := io.WriteString(p.w, b.String())
	return len(data), err
}
