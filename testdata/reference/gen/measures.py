#!/usr/bin/env python3
"""Writes ../measures.tsv: measures of invented rankings, from their definitions in exact rational arithmetic.

It shares nothing with the Go code: lists and sets instead of gains by rank, fractions instead of floats (only the
logarithms of nDCG are floats). Rows of the worked example were also printed by trec_eval 10.0, to six digits; its rows
with that source are typed in, not computed.

Usage: python3 measures.py > ../measures.tsv     (Python 3.8 or later, nothing else)
"""
from fractions import Fraction as F
from math import fsum, log2

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
    return out


def main():
    print("# Measures of invented rankings. Made by gen/measures.py (Python, exact fractions); rows of source trec_eval10 were")
    print("# printed by trec_eval 10.0, to six digits (Judged@k as 1 - unj_k - the share of empty ranks). Options: J = judged documents only, M3 = the first three documents.")
    print("# measure\tlevel\toptions\tqrels\trun, best first\tvalue\tsource")
    for case, level, options, name, value in PRINTED:
        print("\t".join([name, str(level), options, case[0], case[1], value, "trec_eval10"]))
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
