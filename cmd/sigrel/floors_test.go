package main

import (
	"os/exec"
	"strings"
	"testing"
)

// floor of each package: an import may only point to a lower floor.
var floors = map[string]int{
	"sigrel/stats/dist":          0,
	"sigrel/stats/resample":      0,
	"sigrel/stats":               1,
	"sigrel/metrics":             2,
	"sigrel/reliability":         2,
	"sigrel/reports/doc":         3,
	"sigrel/reliability/pooling": 3,
	"sigrel/metrics/formats":     3,
	"sigrel/metrics/tasks":       4,
	"sigrel/reports":             4,
	"sigrel/reports/figures":     4,
	"sigrel/cmd/sigrel/invent":   4,
	"sigrel/cmd/sigrel":          5,
}

// onlyIn lists modules that a single package may import.
var onlyIn = map[string]string{
	"gonum.org/v1/plot":                 "sigrel/reports/figures",
	"github.com/go-text/typesetting":    "sigrel/reports/figures",
	"github.com/spf13/pflag":            "sigrel/cmd/sigrel",
	"github.com/schollz/progressbar/v3": "sigrel/cmd/sigrel",
}

func TestFloors(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}: {{join .Imports " "}}`, "sigrel/...").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		pkg, imports, _ := strings.Cut(strings.TrimSpace(line), ": ")
		floor, ok := floors[pkg]
		if !ok {
			t.Errorf("%s: no floor: add it to floors", pkg)
			continue
		}
		seen++
		for imp := range strings.FieldsSeq(imports) {
			if below, ours := floors[imp]; ours && below >= floor {
				t.Errorf("%s (floor %d) imports %s (floor %d): arrows point down", pkg, floor, imp, below)
			}
			for module, only := range onlyIn {
				if (imp == module || strings.HasPrefix(imp, module+"/")) && pkg != only {
					t.Errorf("%s imports %s: only %s may", pkg, imp, only)
				}
			}
		}
		if strings.HasPrefix(pkg, "sigrel/stats") && strings.Contains(imports, "sigrel/metrics") ||
			strings.HasPrefix(pkg, "sigrel/metrics") && strings.Contains(imports, "sigrel/stats ") {
			t.Errorf("%s: stats and metrics do not know each other", pkg)
		}
	}
	if seen != len(floors) {
		t.Errorf("checked %d packages, %d have a floor", seen, len(floors))
	}
}
