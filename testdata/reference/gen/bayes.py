#!/usr/bin/env python3
"""Prints the posterior probabilities that stats/bayes_*_test.go expects, computed apart from the Go code.

It needs numpy and scipy. Scores are whole numbers of thousandths, so that sums on the edge of the region of practical
equivalence tie exactly.

t: tails of scipy.stats.t at the location d and the scale s·√(1/n + rho/(1 − rho)) (Corani and Benavoli 2015).

Signed rank: by definition (Benavoli and others 2014, 2017). Weights of z_0 = 0 and of the n differences are drawn from
numpy's Dirichlet distribution with parameters 1/2, 1 … 1; all pairs i, j, itself included, are visited as an n+1 by n+1
matrix of the region that their sum lies in, one half each on an edge; a draw counts for the region with the greatest
mass. Nothing is sorted, unlike in the Go code. Printed with the standard error of the 400,000 draws.

Usage: python3 bayes.py
"""
import numpy as np
from scipy import optimize, stats

X = [610, 230, 470, 90, 820, 350, 540, 180]  # the invented runs of units_test.go
Y = [520, 310, 220, 90, 630, 300, 410, 250]
# Tenths, with ties, zeros and sums on the edge of a region of half-width .05 or .1.
TENTHS_X = [300, 500, 200, 400, 700, 600, 100, 300, 400, 500, 200, 600]
TENTHS_Y = [200, 500, 300, 200, 400, 500, 100, 400, 300, 500, 100, 500]
# Two systems that are nearly the same.
CLOSE_X = [412, 305, 518, 260, 631, 377, 449, 503, 288, 590, 333, 471, 520, 365, 402]
CLOSE_Y = [405, 311, 509, 268, 634, 371, 455, 498, 290, 581, 340, 466, 527, 360, 406]

SAMPLES = 400_000


def differences(x, y):
    return np.array(x) - np.array(y)


def correlated_t(name, x, y, rope, rho):
    d = differences(x, y) / 1000
    n = len(d)
    scale = d.std(ddof=1) * np.sqrt(1 / n + rho / (1 - rho))
    law = stats.t(n - 1, loc=d.mean(), scale=scale)
    # Solved, since stats.t.ppf has but nine digits in scipy 1.10.
    half = scale * optimize.brentq(lambda t: stats.t.sf(t, n - 1) - 0.025, 0, 100, xtol=1e-15, rtol=1e-15)
    lo, hi = d.mean() - half, d.mean() + half
    print(f"t {name} rope {rope} rho {rho}: left {float(law.cdf(-rope))!r} rope {float(law.cdf(rope) - law.cdf(-rope))!r} "
          f"right {float(law.sf(rope))!r} interval {float(lo)!r} {float(hi)!r}")


def signed_rank(name, x, y, rope, rng):
    z = np.concatenate([[0], differences(x, y)])
    bound = 2 * rope  # thousandths
    sums = z[:, None] + z[None, :]
    right = (sums > bound) + 0.5 * (sums == bound)
    left = (sums < -bound) + 0.5 * (sums == -bound)
    won = np.zeros(3)
    for _ in range(SAMPLES // 10_000):
        w = rng.dirichlet([0.5] + [1] * (len(z) - 1), size=10_000)
        masses = np.empty((len(w), 3))
        masses[:, 0] = np.einsum("si,ij,sj->s", w, left, w, optimize=True)
        masses[:, 2] = np.einsum("si,ij,sj->s", w, right, w, optimize=True)
        masses[:, 1] = 1 - masses[:, 0] - masses[:, 2] if rope > 0 else -1
        won += np.bincount(masses.argmax(axis=1), minlength=3)
    p = won / SAMPLES
    se = np.sqrt(p * (1 - p) / SAMPLES)
    print(f"signed-rank {name} rope {rope / 1000}: left {p[0]} ({se[0]:.1g}) rope {p[1]} ({se[1]:.1g}) right {p[2]} ({se[2]:.1g})")


for args in [("runs", X, Y, 0.0, 0.0), ("runs", X, Y, 0.02, 0.0), ("runs", X, Y, 0.02, 1 / 8), ("runs", X, Y, 0.3, 0.0),
             ("close", CLOSE_X, CLOSE_Y, 0.01, 0.0)]:
    correlated_t(*args)
generator = np.random.default_rng(20171)
for args in [("runs", X, Y, 0), ("runs", X, Y, 20), ("runs", X, Y, 100), ("tenths", TENTHS_X, TENTHS_Y, 0),
             ("tenths", TENTHS_X, TENTHS_Y, 50), ("tenths", TENTHS_X, TENTHS_Y, 100), ("close", CLOSE_X, CLOSE_Y, 0),
             ("close", CLOSE_X, CLOSE_Y, 2)]:
    signed_rank(*args, generator)
