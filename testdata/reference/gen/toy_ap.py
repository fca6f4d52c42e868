"""Average precision of each run of a collection on each judged topic, computed apart from the Go code.

    python3 toy_ap.py ../../collections/toy > ../../collections/toy/scores.tsv

The folder holds qrels.txt (topic 0 document grade) and runs/*.txt (topic Q0 document rank score tag). Plain Python 3,
standard library only. As trec_eval does, documents are ordered by score, ties by identifier, both falling, identifiers
as bytes; the rank column is not used. A document is relevant from grade 1 on; one without a judgment is not. A topic
that a run does not answer scores 0. Average precision is the sum of the precisions at the relevant documents retrieved,
divided by the number of relevant documents judged (Buckley and Voorhees, SIGIR 2000). Values are printed by repr: the
shortest digits that give the same double.
"""

import pathlib
import sys


def read_qrels(path):
    relevant = {}
    for row in path.read_bytes().splitlines():
        topic, _, document, grade = row.split()
        found = relevant.setdefault(topic, set())
        if int(grade) >= 1:
            found.add(document)
    return relevant


def read_run(path):
    ranking, tags = {}, set()
    for row in path.read_bytes().splitlines():
        topic, _, document, _, score, tag = row.split()
        ranking.setdefault(topic, []).append((float(score), document))
        tags.add(tag)
    (tag,) = tags
    for documents in ranking.values():
        documents.sort(reverse=True)
    return tag, ranking


def average_precision(ranked, relevant):
    if not relevant:
        return 0.0
    total, found = 0.0, 0
    for rank, (_, document) in enumerate(ranked, start=1):
        if document in relevant:
            found += 1
            total += found / rank
    return total / len(relevant)


def main(folder):
    folder = pathlib.Path(folder)
    relevant = read_qrels(folder / "qrels.txt")
    topics = sorted(relevant)
    runs = sorted(read_run(path) for path in folder.glob("runs/*.txt"))
    print("system", *(topic.decode() for topic in topics), sep="\t")
    for tag, ranking in runs:
        scores = (average_precision(ranking.get(topic, []), relevant[topic]) for topic in topics)
        print(tag.decode(), *map(repr, scores), sep="\t")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    main(sys.argv[1])
