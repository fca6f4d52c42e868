package metrics

import (
	"errors"
	"fmt"
	"slices"
)

// Ablated is the fusion of all runs but those of one unit.
type Ablated struct {
	Unit  string
	Runs  []*Run // left out, in the order given
	Fused *Run   // of the others; its tag is "without-" and the unit
}

// Ablate fuses the runs once without each unit: what the unit contributes is the score of all runs fused, less that of
// the others. The unit of a run is what unit says, such as its tag or its team. The outcome is in the order in which the
// units first appear. Topics and documents that only the unit retrieved are not in the fused run.
//
// It returns an error if the runs cannot be fused (see [Fusion.Fuse]), if there are fewer than two units, since nothing
// would be left, and if the unit of a run is empty.
func (f *Fusion) Ablate(runs []*Run, unit func(*Run) string, opt FuseOptions) ([]Ablated, error) {
	if err := checkFuse(runs, opt); err != nil {
		return nil, err
	}
	var out []Ablated
	var errs []error
	at := make(map[string]int)
	for _, r := range runs {
		u := unit(r)
		if u == "" {
			errs = append(errs, fmt.Errorf("%srun %q belongs to no unit: want the unit of every run", r.in(), r.Tag))
			continue
		}
		i, seen := at[u]
		if !seen {
			i = len(out)
			at[u] = i
			out = append(out, Ablated{Unit: u})
		}
		out[i].Runs = append(out[i].Runs, r)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if len(out) < 2 {
		return nil, fmt.Errorf("all runs belong to %q, without it none is left: want at least 2 units", out[0].Unit)
	}
	for i := range out {
		rest := slices.DeleteFunc(slices.Clone(runs), func(r *Run) bool { return slices.Contains(out[i].Runs, r) })
		fused, err := f.Fuse(rest, Tag("without-"+out[i].Unit), opt)
		if err != nil {
			return nil, err
		}
		out[i].Fused = fused
	}
	return out, nil
}
