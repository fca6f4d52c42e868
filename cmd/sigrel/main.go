// Sigrel tells whether the differences between the systems of a shared task are real, and whether the test collection
// that measured them can be relied on. `sigrel help` lists its commands.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/stats"
)

// version is that of CHANGELOG.md and CITATION.cff or, where changes are unreleased, "-dev" after the next; a test
// compares them.
const version = "0.2.0-dev"

// Exit codes. A finding, significant or not, never changes them.
const (
	exitDone  = 0
	exitData  = 1 // bad data or I/O
	exitUsage = 2 // bad command line
)

// command is an entry of the list of commands.
type command struct {
	name, args, short string
	example           string
	setup             func(*pflag.FlagSet) func(*env) error
}

// commands in the order of help. A new command is one file and one line here.
func commands() []*command {
	return []*command{
		reportCommand,
		scoreCommand,
		compareCommand,
		reliabilityCommand,
		powerCommand,
		simulateCommand,
		agreeCommand,
		poolCommand,
		fuseCommand,
		checkCommand,
		listCommand,
		demoCommand,
	}
}

// env is what a command sees of the world.
type env struct {
	args           []string // after the flags
	line           []string // the whole command line, for the record
	stdin          io.Reader
	stdout, stderr io.Writer
	scratch        *scratch
	flags          *pflag.FlagSet
}

// usageError is an error of the command line: exit code 2.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

func main() {
	s := new(scratch)
	// An interrupt removes what is half-written; this is the one goroutine outside stats/resample.
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		<-interrupt
		s.remove()
		fmt.Fprintln(os.Stderr, "sigrel: interrupted, nothing was written")
		os.Exit(exitData)
	}()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, s))
}

// run is the program as a function of its arguments and streams; it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, s *scratch) int {
	defer s.remove()
	out := &checked{w: stdout}
	err := dispatch(args, stdin, out, &plainWriter{stderr}, s)
	stderr = &plainWriter{stderr}
	if err == nil {
		err = out.err // also where a command did not look
	}
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "sigrel: %v\n", err)
		return exitUsage
	}
	fmt.Fprintln(stderr, prefixed(err))
	return exitData
}

// prefixed puts "sigrel: " before errors that have no file of their own.
func prefixed(err error) string {
	var all *formats.Problems
	var one *formats.Problem
	if errors.As(err, &all) {
		return all.Error()
	}
	if errors.As(err, &one) {
		return one.Error()
	}
	if errors.Is(err, metrics.ErrNoCommonTopic) || errors.Is(err, metrics.ErrUnanswered) {
		return err.Error() // begins with the run's file
	}
	return "sigrel: " + err.Error()
}

func dispatch(args []string, stdin io.Reader, stdout, stderr io.Writer, s *scratch) error {
	if len(args) == 0 {
		fmt.Fprint(stderr, overview())
		return usagef("no command given")
	}
	switch args[0] {
	case "help", "-h", "--help":
		if len(args) > 1 && args[0] == "help" {
			args = []string{args[1], "--help"}
			break
		}
		_, err := fmt.Fprint(stdout, overview())
		return err
	case "version", "--version":
		_, err := fmt.Fprintln(stdout, "sigrel "+version)
		return err
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(args, stdin, stdout, stderr, s)
		}
	}
	return usagef("command %q: want one of %s", args[0], names(commands(), func(c *command) string { return c.name }))
}

func (c *command) run(args []string, stdin io.Reader, stdout, stderr io.Writer, s *scratch) error {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	do := c.setup(flags)
	if err := flags.Parse(args[1:]); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			_, err := fmt.Fprint(stdout, c.help(flags))
			return err
		}
		return usagef("%s: %v; see `sigrel %s --help`", c.name, err, c.name)
	}
	return do(&env{args: flags.Args(), line: args, stdin: stdin, stdout: stdout, stderr: stderr, scratch: s, flags: flags})
}

func (c *command) help(flags *pflag.FlagSet) string {
	usages := strings.ReplaceAll(flags.FlagUsagesWrapped(110), " (default [])", "")
	usages = trailingZeros.ReplaceAllString(usages, "$1")
	return fmt.Sprintf("Usage: sigrel %s\n\n%s\n\nExample:\n  %s\n\nFlags:\n%s",
		strings.TrimSpace(c.name+" [flags] "+c.args), wrap(c.short, 100), strings.ReplaceAll(c.example, "\n", "\n  "), usages)
}

// trailingZeros are those of defaults such as 0.900000.
var trailingZeros = regexp.MustCompile(`(\d\.\d*?[1-9])0{3,}\b`)

func overview() string {
	var b strings.Builder
	b.WriteString("sigrel tells whether the differences between the systems of a shared task are real, whether the\n" +
		"ranking would hold with other topics, and whether the pool of judgments is fair.\n\nCommands:\n")
	for _, c := range commands() {
		first, _, _ := strings.Cut(c.short, ". ")
		fmt.Fprintf(&b, "  %-12s %s\n", c.name, strings.TrimSuffix(first, "."))
	}
	b.WriteString("\n`sigrel COMMAND --help` explains one; `sigrel list` says what there is to choose from.\n" +
		"Exit status: 0 done, 1 bad data or input/output, 2 bad command line.\n")
	return b.String()
}

// names lists the names of a list, for messages.
func names[T any](list []T, name func(T) string) string {
	return strings.Join(mapped(list, name), ", ")
}

// wrap breaks text into lines of at most width characters.
func wrap(text string, width int) string {
	var b strings.Builder
	n := 0
	for i, w := range strings.Fields(text) {
		switch {
		case i == 0:
		case n+1+len(w) > width:
			b.WriteByte('\n')
			n = 0
		default:
			b.WriteByte(' ')
			n++
		}
		b.WriteString(w)
		n += len(w)
	}
	return b.String()
}

// warn prints warnings on stderr, one a line.
func (e *env) warn(ws []stats.Warning) {
	for _, w := range ws {
		fmt.Fprintf(e.stderr, "warning: %s (%s)\n", w.Text, w.Code)
	}
}
