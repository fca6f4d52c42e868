package tasks

import "errors"

// ErrOption is inside an error about an option that the task cannot use, or about one that it needs: the command line is at
// fault, and not a file.
var ErrOption = errors.New("an option that the task cannot use")

// optionError has [ErrOption] inside, which its message does without: the place of the problem is the option.
type optionError struct{ error }

func (e optionError) Unwrap() []error { return []error{ErrOption, e.error} }
