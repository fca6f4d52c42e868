package stats

import (
	"fmt"
	"slices"
)

// Linkage is a tree of clusters of n things, built from the closest pair up. Cluster i < n is thing i alone; cluster
// n + m is what Merges[m] joined.
type Linkage struct {
	N      int
	Merges []Merge // n − 1 of them, in the order of joining, which is that of their distances
}

// Merge joins clusters A and B, whose things are Distance apart on average. A holds the first of all their things.
type Merge struct {
	A, B     int
	Distance float64
}

// AverageLinkage clusters by the unweighted mean of the distances between all things of two clusters (UPGMA: Sokal and
// Michener 1958). Of clusters equally close those are joined whose first things come first, so that the tree depends on
// the order of things only where distances tie. Distances are a symmetric matrix of finite numbers; the diagonal is not
// looked at. It panics if the matrix is not square.
func AverageLinkage(distances [][]float64) Linkage {
	n := len(distances)
	d := make([][]float64, n)
	for i, row := range distances {
		if len(row) != n {
			panic(fmt.Sprintf("stats: row %d of %d distances, want %d", i, len(row), n))
		}
		d[i] = slices.Clone(row)
	}
	out := Linkage{N: n}
	alive, cluster, size := make([]int, n), make([]int, n), make([]float64, n)
	for i := range n {
		alive[i], cluster[i], size[i] = i, i, 1
	}
	for m := 0; len(alive) > 1; m++ {
		a, b := closest(d, alive)
		out.Merges = append(out.Merges, Merge{cluster[a], cluster[b], d[a][b]})
		for _, k := range alive { // a, the smaller number, stands for both from now on
			mean := (size[a]*d[a][k] + size[b]*d[b][k]) / (size[a] + size[b])
			d[a][k], d[k][a] = mean, mean
		}
		size[a] += size[b]
		cluster[a] = n + m
		alive = slices.DeleteFunc(alive, func(k int) bool { return k == b })
	}
	return out
}

// closest returns the first of the closest pairs, the smaller number first.
func closest(d [][]float64, alive []int) (a, b int) {
	a, b = alive[0], alive[1]
	for x, i := range alive {
		for _, j := range alive[x+1:] {
			if d[i][j] < d[a][b] {
				a, b = i, j
			}
		}
	}
	return a, b
}

// members lists the things of a cluster, those of A before those of B.
func (l Linkage) members(cluster int) []int {
	if cluster < l.N {
		return []int{cluster}
	}
	m := l.Merges[cluster-l.N]
	return append(l.members(m.A), l.members(m.B)...)
}

// Order lists the things so that each cluster stands together.
func (l Linkage) Order() []int {
	if l.N == 0 {
		return nil
	}
	return l.members(l.N + len(l.Merges) - 1)
}

// Cut lists the clusters that are left if only those at most limit apart are joined, in the order of [Linkage.Order].
func (l Linkage) Cut(limit float64) [][]int {
	var out [][]int
	var walk func(cluster int)
	walk = func(cluster int) {
		if cluster < l.N || l.Merges[cluster-l.N].Distance <= limit {
			out = append(out, l.members(cluster))
			return
		}
		walk(l.Merges[cluster-l.N].A)
		walk(l.Merges[cluster-l.N].B)
	}
	if l.N > 0 {
		walk(l.N + len(l.Merges) - 1)
	}
	return out
}
