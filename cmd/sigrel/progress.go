package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows a bar on a terminal for work that takes over a second; elsewhere nothing is printed. The function it
// returns may be called from several goroutines, one call at a time.
func progress(w io.Writer, what string) func(done, total int) {
	if p, ok := w.(*plainWriter); ok {
		w = p.w
	}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	start := time.Now()
	var bar *progressbar.ProgressBar
	return func(done, total int) {
		if bar == nil {
			if time.Since(start) < time.Second || done == total {
				return
			}
			bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
				progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
		}
		bar.Set(done)
		if done == total {
			bar.Finish()
			bar = nil
			start = time.Now()
		}
	}
}
