package reliability

import "testing"

// Differences too near for the cells of a sensitivity count together, and the least of them is given.
func TestSensitivityCells(t *testing.T) {
	c, counts := cells{1000}, make([]cell, numCells)
	for range 19 {
		c.add(counts, 0.1001, false)
	}
	c.add(counts, 0.1, true)
	if v := c.threshold(counts); v == nil || *v != 0.1 {
		t.Errorf("1 of 20 swapped from .1 on: %v", v)
	}
	c.add(counts, 0.1, true)
	if v := c.threshold(counts); v != nil {
		t.Errorf("2 of 21 swapped: %v", *v)
	}
	c.add(counts, 999, false)
	if v := c.threshold(counts); v == nil || *v != 999 {
		t.Errorf("none of 1 swapped from 999 on: %v", v)
	}
}
