package formats_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

func TestReadSampledQrels(t *testing.T) {
	for _, c := range []struct {
		name, text string
		qrels      metrics.Qrels
		strata     metrics.PoolStrata
	}{
		{"five fields", "# pool\n1 0 a 1 2\n1 0 b deep -1\n2 0 a 1 0\n", metrics.Qrels{"1": {"a": 2, "b": -1}, "2": {"a": 0}},
			metrics.PoolStrata{"1": {"a": "1", "b": "deep"}, "2": {"a": "1"}}},
		{"tabs", "1\t0\ta\tfirst ten\t1\n", metrics.Qrels{"1": {"a": 1}}, metrics.PoolStrata{"1": {"a": "first ten"}}},
		{"four fields have no strata", "1 0 a 2\n", metrics.Qrels{"1": {"a": 2}}, nil},
	} {
		q, strata, _, err := formats.ReadSampledQrels(strings.NewReader(c.text), "q")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d := cmp.Diff(c.qrels, q); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
		if d := cmp.Diff(c.strata, strata); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestReadSampledQrelsRefuses(t *testing.T) {
	for _, c := range []struct {
		text, want string
		is         error
	}{
		{"1 0 a 1 2\n1 0 b 2\n", "q:2: wrong number of fields: 4 fields, expected 5: topic 0 document stratum grade", formats.ErrFields},
		{"1 0 a 1 2\n1 0 b 2 x\n", "q:2:9: ", formats.ErrNumber},
		{"1 0 a 1 2\n1 0 a 2 1\n", "q:2: ", formats.ErrDuplicate},
	} {
		_, _, _, err := formats.ReadSampledQrels(strings.NewReader(c.text), "q")
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.want)
		}
	}
}
