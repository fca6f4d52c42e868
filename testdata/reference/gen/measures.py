#!/usr/bin/env python3
"""Writes ../measures.tsv: measures of invented rankings, from their definitions in exact rational arithmetic.

It shares nothing with the Go code: lists and sets instead of gains by rank, fractions instead of floats (only the
logarithms are floats, and the products that a count of documents is rounded from). Rows of the worked example were also
printed by trec_eval 10.0, to six digits; its rows with that source are typed in, not computed. Measures that trec_eval
lacks have typed rows of source "example": the same example as a third program computed it, to six digits.

Usage: python3 measures.py > ../measures.tsv     (Python 3.8 or later, nothing else)
"""
from fractions import Fraction as F
from math import floor, fsum, log, log2

SEVEN = ("a:3 b:0 c:1 d:-1 e:2 f:0 g:1", "c x a b d e")
EIGHT = ("a:0 h:1", "a")

# From the worked example: printed by trec_eval 10.0 with -l, -J, -M; six digits.
PRINTED = [
    (SEVEN, 1, "", "AP", "0.541667"), (SEVEN, 1, "", "P@5", "0.4"), (SEVEN, 1, "", "Bpref", "0.625"), (SEVEN, 1, "", "nDCG", "0.618660"),
    (SEVEN, 2, "", "AP", "0.333333"), (SEVEN, 2, "", "P@5", "0.2"), (SEVEN, 2, "", "Bpref", "0.25"), (SEVEN, 2, "", "nDCG", "0.618660"),
    (SEVEN, 1, "J", "AP", "0.6875"), (SEVEN, 1, "J", "P@5", "0.6"), (SEVEN, 1, "J", "Bpref", "0.625"), (SEVEN, 1, "J", "nDCG", "0.722988"),
    (SEVEN, 1, "M3", "AP", "0.416667"), (SEVEN, 1, "M3", "P@5", "0.4"), (SEVEN, 1, "M3", "Bpref", "0.5"), (SEVEN, 1, "M3", "nDCG", "0.481460"),
    (SEVEN, 1, "M3J", "AP", "0.5"), (SEVEN, 1, "M3J", "P@5", "0.4"), (SEVEN, 1, "M3J", "Bpref", "0.5"), (SEVEN, 1, "M3J", "nDCG", "0.557105"),
    (SEVEN, 1, "", "NumRet", "6"), (SEVEN, 1, "", "NumRel", "4"), (SEVEN, 1, "", "NumRelRet", "3"), (SEVEN, 1, "", "NumNonrelJudgedRet", "1"),
    (SEVEN, 1, "", "Rprec", "0.5"), (SEVEN, 1, "", "RR", "1"), (SEVEN, 1, "", "P@10", "0.3"), (SEVEN, 1, "", "R@5", "0.5"),
    (SEVEN, 1, "", "nDCG@5", "0.481460"), (SEVEN, 1, "", "AP@5", "0.416667"), (SEVEN, 1, "", "Success@5", "1"),
    (SEVEN, 1, "", "Judged@5", "0.6"), (SEVEN, 1, "", "Judged@10", "0.4"), (EIGHT, 1, "", "AP", "0"),
    (SEVEN, 1, "", "infAP", "0.569443"), (SEVEN, 1, "", "IPrec@0.3", "1"), (SEVEN, 1, "", "IPrec@0.8", "0.5"),
    (SEVEN, 1, "", "Rprec_mult@1.2", "0.4"), (SEVEN, 1, "", "11pt_avg", "0.636364"), (SEVEN, 1, "", "utility", "0"),
    (SEVEN, 1, "", "utility(worth=2,-1,-0.5,0.001,N=100)", "2.593"), (SEVEN, 1, "", "binG", "0.515402"), (SEVEN, 1, "", "G", "0.408765"),
    (SEVEN, 1, "", "dcg", "3.212414"), (SEVEN, 1, "", "ideal_dcg", "5.192536"), (SEVEN, 1, "", "nDCG(gains=1:3,2:9)", "0.563096"),
    (SEVEN, 1, "", "ndcg_rel", "0.523915"), (SEVEN, 1, "", "Rndcg", "0.417023"), (SEVEN, 1, "", "relative_P@5", "0.5"),
    (SEVEN, 1, "", "SetP", "0.5"), (SEVEN, 1, "", "SetRelP", "0.75"), (SEVEN, 1, "", "SetR", "0.75"), (SEVEN, 1, "", "SetAP", "0.375"),
    (SEVEN, 1, "", "SetF", "0.6"), (SEVEN, 1, "", "SetF(beta=0.5)", "0.5625"), (SEVEN, 1, "", "yaap", "0.111226"),
    (SEVEN, 1, "", "rbp", "0.153699"), (SEVEN, 1, "", "rbp(p=0.8)", "0.238357"), (SEVEN, 1, "", "rbp_resid", "0.687051"),
    (SEVEN, 1, "", "rbp_resid(p=0.8)", "0.504064"), (SEVEN, 1, "", "unj@5", "0.4"), (SEVEN, 1, "", "unj@10", "0.2"),
]
EXAMPLE = [
    (SEVEN, 1, "", "ERR@5", "0.199219"), (SEVEN, 1, "", "ERR(max=3)@5", "0.380208"), (SEVEN, 1, "", "nERR@5", "0.393363"),
    (SEVEN, 1, "", "nERR(max=3)@5", "0.420664"), (SEVEN, 1, "", "RBP(p=0.8)", "0.393536"), (SEVEN, 1, "", "RBP(p=0.8,gain=max)", "0.238357"),
    (SEVEN, 1, "", "nDCG(dcg=exp-log2)@5", "0.458087"), (SEVEN, 1, "", "nDCG(gains=1:0.9,2:0.5)@5", "0.566950"),
    (SEVEN, 1, "", "11pt_avg(trec_eval=9)", "0.545455"), (SEVEN, 1, "", "empty@10", "0.4"),
]

CASES = [
    SEVEN, EIGHT,
    ("a:1 b:1 c:1 n:0 m:0 o:0", "n a m b o c"),         # every non-relevant document above the last relevant one
    ("a:1 b:1", "a x y z"),                              # nothing judged non-relevant
    ("a:2 b:1 c:0 d:3 e:0 f:1", "f e d c b a"),          # graded, reversed
    ("a:0 b:0 c:-2", "c b a"),                           # nothing relevant
    ("a:-1 b:-2", "a b x"),                              # nothing judged
    ("a:1", "x y z"),                                    # nothing found
    ("a:1 b:2", ""),                                     # nothing retrieved
    ("a:4 b:4 c:4 d:1 e:0 f:0 g:0 h:0", "e d f c g b h a"),
]
OPTIONS = [(1, ""), (2, ""), (1, "J"), (1, "M3")]


def parse(case):
    grades = {d: int(g) for d, g in (x.split(":") for x in case[0].split())}
    return grades, case[1].split()


def log_gain(gains):
    return fsum(g / log2(i + 2) for i, g in enumerate(gains))


def values(grades, ranked, level):
    judged = {d for d, g in grades.items() if g >= 0}
    relevant = {d for d in judged if grades[d] >= level}
    others = judged - relevant
    hits = [d for d in ranked if d in relevant]
    R = len(relevant)

    def part(a, b):
        return F(a, b) if b else F(0)

    def found(k):
        return len(relevant.intersection(ranked[:k]))

    def precision_at(d):
        r = ranked.index(d) + 1
        return F(found(r), r)

    out = {
        "NumQ": 1, "NumRet": len(ranked), "NumRel": R, "NumRelRet": len(hits), "NumNonrelJudgedRet": len(others.intersection(ranked)),
        "AP": part(1, R) * sum(precision_at(d) for d in hits),
        "Rprec": part(found(R), R),
        "RR": F(1, ranked.index(hits[0]) + 1) if hits else F(0),
        "Judged": part(len(judged.intersection(ranked)), len(ranked)),
        "NumRet(rel=2)": len([d for d in ranked if d in judged and grades[d] >= 2]),
    }
    preferences = F(0)
    for d in hits:
        above = len(others.intersection(ranked[:ranked.index(d)]))
        preferences += 1 if above == 0 else 1 - F(min(above, R), min(R, len(others)))
    out["Bpref"] = part(1, R) * preferences
    gains = [max(grades.get(d, 0), 0) for d in ranked]
    ideal = sorted((grades[d] for d in judged), reverse=True)
    for k in (1, 2, 3, 5, 10):
        out["P@%d" % k] = F(found(k), k)
        out["R@%d" % k] = part(found(k), R)
        out["Success@%d" % k] = int(found(k) > 0)
        out["AP@%d" % k] = part(1, R) * sum(precision_at(d) for d in hits if ranked.index(d) < k)
        out["RR@%d" % k] = out["RR"] if hits and ranked.index(hits[0]) < k else F(0)
        out["Judged@%d" % k] = F(len(judged.intersection(ranked[:k])), k)
        best = log_gain(ideal[:k])
        out["nDCG@%d" % k] = log_gain(gains[:k]) / best if best else 0.0
    best = log_gain(ideal)
    out["nDCG"] = log_gain(gains) / best if best else 0.0
    out.update(binary_values(judged, relevant, grades, ranked))
    for text in ("", "1:3,2:9", "1:0.9,2:0.5", "0:0.25", "2:-1,3:-0.5", "0:-1,4:2"):
        out.update(gain_values(judged, relevant, grades, ranked, text))
    out.update(biased_values(judged, relevant, grades, ranked))
    return out


def binary_values(judged, relevant, grades, ranked):
    """Measures that know relevant, judged and pooled documents only."""
    n, R = len(ranked), len(relevant)
    hits = [r + 1 for r, d in enumerate(ranked) if d in relevant]  # their ranks

    def found(k):
        return sum(r <= k for r in hits)

    def part(a, b):
        return F(a) / F(b) if b else F(0)

    def interpolated(x, old):
        need = floor(float(x) * R + 0.9) if old else floor(float(x) * R + 0.5)
        if need > len(hits):
            return F(0)
        first = hits[need - 1] if need else 1
        return max([F(found(r), r) for r in range(first, n + 1)], default=F(0))

    S = sum((F(found(r), r) for r in hits), F(0))
    out = {}
    for x in ("0", "0.1", "0.3", "0.5", "0.6", "0.7", "0.8", "1"):
        out["IPrec@" + x] = interpolated(x, False)
        out["IPrec(trec_eval=9)@" + x] = interpolated(x, True)
    eleven = ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"]
    out["11pt_avg"] = sum(interpolated(x, False) for x in eleven) / 11
    out["11pt_avg(trec_eval=9)"] = sum(interpolated(x, True) for x in eleven) / 11
    out["11pt_avg(recall=0.2,0.5,0.8)"] = sum(interpolated(x, False) for x in ("0.2", "0.5", "0.8")) / 3
    for x in ("0.2", "0.6", "1", "1.2", "2"):
        k = floor(float(x) * R + 0.9)
        out["Rprec_mult@" + x] = part(found(k), k)
    inferred, epsilon = F(0), F(1, 100000)
    for k in hits:
        above = ranked[:k - 1]
        a = sum(d in relevant for d in above)
        b = sum(d in judged for d in above) - a
        p = sum(d in grades for d in above)
        inferred += F(1, k) + F(p, k) * (a + epsilon) / (a + b + 2 * epsilon)
    out["infAP"] = part(inferred, R)
    out["gm_map"] = log(max(float(part(S, R)), 0.00001))
    wrong = judged - relevant
    bpref = F(0)
    for k in hits:
        above = len(wrong.intersection(ranked[:k]))
        bpref += 1 - part(min(above, R), min(R, len(wrong)))
    out["gm_bpref"] = log(max(float(part(bpref, R)), 0.00001))
    out["yaap"] = log((1 + S) / (1 + R - S))
    for text, w, size in (("", (1, -1, 0, 0), 0), ("(worth=2,-1,-0.5,0.001,N=100)", (F(2), F(-1), F("-0.5"), F("0.001")), 100)):
        cells = (len(hits), n - len(hits), R - len(hits), size - n - R + len(hits))
        out["utility" + text] = sum(a * b for a, b in zip(w, cells))
    out["binG"] = fsum(1 / log2(2 + r - found(r)) for r in hits) / R if R else 0.0
    P, Q = part(len(hits), n), part(len(hits), R)
    out.update({"SetP": P, "SetR": Q, "SetAP": P * Q, "SetRelP": part(len(hits), min(n, R))})
    for text, x in (("", F(1)), ("(beta=0.5)", F(1, 2)), ("(beta=4)", F(4))):
        out["SetF" + text] = part((x + 1) * P * Q, x * P + Q)
    for k in (1, 3, 5, 10):
        unknown = len([d for d in ranked[:k] if d not in judged])
        out["relative_P@%d" % k] = part(found(k), min(k, R))
        out["unj@%d" % k] = F(unknown, k)
        out["empty@%d" % k] = F(len(range(n, k)), k)
        out["P(unj=1)@%d" % k] = F(found(k) + unknown, k)
    return out


def gain_values(judged, relevant, grades, ranked, text):
    """Measures of gains under a map such as 1:3,2:9."""
    named = dict((int(a), F(b)) for a, b in (x.split(":") for x in text.split(","))) if text else {}
    gain = {d: named.get(grades[d], F(grades[d])) for d in judged}
    G = [float(gain.get(d, 0)) for d in ranked]
    best = sorted((float(g) for g in gain.values() if g > 0), reverse=True)
    n, m = len(G), len(best)

    def D(k):
        return log_gain(G[:k])

    def top(k):
        return log_gain(best[:k])

    name = "(gains=%s)" % text if text else ""
    out = {"dcg" + name: D(n), "ideal_dcg" + name: top(m), "nDCG" + name: D(n) / top(m) if m else 0.0}
    if text:
        for k in (1, 5):
            out["nDCG%s@%d" % (name, k)] = D(k) / top(k) if m else 0.0
    rel = rstep = 0.0
    if m:
        ranks = [i + 1 for i in range(n) if G[i] > 0]
        rel = fsum([D(i) / top(i) for i in ranks] + [(m - len(ranks)) * D(n) / top(m)]) / m
        steps = [j for j in range(1, m + 1) if j == m or best[j - 1] != best[j]] + ([n] if n > m + 1 else [])
        rstep = fsum(D(j) / top(j) for j in steps) / len(steps)
    out["ndcg_rel" + name] = max(rel, 0.0)
    out["Rndcg" + name] = rstep if relevant else 0.0
    parts = []
    for i in range(n):
        H = fsum(G[:i + 1])
        K = fsum(max(best[j] if j < m else 0.0, 1.0) for j in range(i + 1))
        if G[i]:
            parts.append(G[i] / log2(2 + K - H))
    out["G" + name] = fsum(parts) / fsum(best) if m else 0.0
    levels = list(range(max([grades[d] for d in judged], default=-1) + 1)) + list(named)
    table = [named.get(g, F(g)) for g in levels]
    lo, hi = min([F(0)] + table), max([F(0)] + table)
    for p in ("0.9", "0.8"):
        weights = F(0)
        for i, d in enumerate(ranked):
            if d in judged:
                w = (gain[d] - lo) / (hi - lo) if lo < 0 or hi > 1 else gain[d]
                weights += w * F(p) ** i
        inside = ([] if p == "0.9" else ["p=" + p]) + (["gains=" + text] if text else [])
        out["rbp" + ("(" + ",".join(inside) + ")" if inside else "")] = (1 - F(p)) * weights
    return out


def biased_values(judged, relevant, grades, ranked):
    """Readers who go down a ranking; the collection is the topic."""
    highest = max([grades[d] for d in judged], default=0)
    out = {}
    for p in ("0.5", "0.8", "0.9"):
        q = F(p)
        unknown = (1 - q) * sum(q ** i for i, d in enumerate(ranked) if d not in judged)
        out["RBP(p=%s)" % p] = (1 - q) * sum(q ** i for i, d in enumerate(ranked) if d in relevant)
        out["RBP(p=%s,gain=max)" % p] = (1 - q) * sum(q ** i * F(grades[d], highest) for i, d in enumerate(ranked) if d in judged and highest)
        out["rbp_resid(p=%s)" % p] = q ** len(ranked) + unknown if unknown else F(0)

    def err(labels, top):
        total, on = F(0), F(1)
        for i, grade in enumerate(labels):
            stop = F(2 ** grade - 1, 2 ** top)
            total += on * stop / (i + 1)
            on *= 1 - stop
        return total

    labels = [grades[d] if d in judged else 0 for d in ranked]
    order = sorted((grades[d] for d in judged), reverse=True)
    for top in (4, 6):
        for k in ("", 1, 3, 5):
            name = ("(max=%d)" % top if top != 4 else "") + ("@%d" % k if k else "")
            here, ideal = err(labels[:k or None], top), err(order[:k or None], top)
            out["ERR" + name] = here
            out["nERR" + name] = here / ideal if ideal else F(0)
    labels = [2 ** g - 1 for g in labels]
    order = [2 ** g - 1 for g in order]
    for k in ("", 1, 5):
        best = log_gain(order[:k or None])
        out["nDCG(dcg=exp-log2)" + ("@%d" % k if k else "")] = log_gain(labels[:k or None]) / best if best else 0.0
    return out


def main():
    print("# Measures of invented rankings. Made by gen/measures.py (Python, exact fractions); rows of source trec_eval10 were")
    print("# printed by trec_eval 10.0, to six digits (Judged@k as 1 - unj_k - the share of empty ranks), those of source example by a third program. Options: J = judged documents only, M3 = the first three documents.")
    print("# measure\tlevel\toptions\tqrels\trun, best first\tvalue\tsource")
    for case, level, options, name, value in PRINTED:
        print("\t".join([name, str(level), options, case[0], case[1], value, "trec_eval10"]))
    for case, level, options, name, value in EXAMPLE:
        print("\t".join([name, str(level), options, case[0], case[1], value, "example"]))
    for case in CASES:
        for level, options in OPTIONS:
            grades, ranked = parse(case)
            if "M3" in options:
                ranked = ranked[:3]
            if "J" in options:
                ranked = [d for d in ranked if grades.get(d, -1) >= 0]
            for name, value in values(grades, ranked, level).items():
                print("\t".join([name, str(level), options, case[0], case[1], repr(float(value)), "measures.py"]))


main()
