"""How far do the marks of a citation hold on matched pairs?

CORPORA holds the repositories of `matched.jsonl` as `owner+name`, at the labelled commits; what is missing is left
out.

`proved` precision counts both sentences of each pair: of those that are called proved, the share that is true.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from citeline.tools.citations import check_support

from .matched_pairs import SPLITS, MatchedPair, written_pairs


def report(name: str, pairs: Sequence[MatchedPair]) -> None:
    """A row of shares over all pairs, and one for each relation and language; one line that says so of no pairs."""
    if not pairs:
        sys.stdout.write(f"{name}: no pairs in the folders given\n")
        return
    sys.stdout.write(f"{name}\n{'':<24}    n  precision  true proved  false contradicted  true contradicted\n")
    groups = {"all": list(pairs)}
    for pair in pairs:
        groups.setdefault(pair.relation, []).append(pair)
    for pair in pairs:
        groups.setdefault(f"· {pair.language}", []).append(pair)
    for group in ("all", *sorted(set(groups) - {"all"})):
        sys.stdout.write(_row(group, groups[group]))


def _row(name: str, pairs: Sequence[MatchedPair]) -> str:
    true = Counter(check_support(pair.true, pair.passage).verdict for pair in pairs)
    false = Counter(check_support(pair.false, pair.passage).verdict for pair in pairs)
    proved = true["supported"] + false["supported"]
    precision = f"{true['supported'] / proved:.3f}" if proved else "–"
    shares = [true["supported"], false["contradicted"], true["contradicted"]]
    proved_true, refuted, wrong = (f"{count / len(pairs):.3f}" for count in shares)
    return f"  {name:<22} {len(pairs):>4}  {precision:>9}  {proved_true:>11}  {refuted:>18}  {wrong:>17}\n"


def _faults(pairs: Iterable[MatchedPair]) -> None:
    for pair in pairs:
        for sentence, truth in ((pair.true, True), (pair.false, False)):
            found = check_support(sentence, pair.passage)
            wrong = {True: "contradicted", False: "supported"}[truth]
            missed = found.verdict != ("supported" if truth else "contradicted")
            mark = "WRONG" if found.verdict == wrong else "missed" if missed else ""
            if mark:
                where = f"{pair.repository}/{pair.passage.path}:{pair.passage.start_line}"
                sys.stdout.write(f"{mark} {pair.relation}: {sentence}  [{found.verdict}: {found.why}] {where}\n")


def main() -> None:
    """Print the tables of the halves; with `--faults` every sentence of the development half that is not decided."""
    parser = argparse.ArgumentParser("python -m citeline.evals.research.support.matched", description=__doc__)
    parser.add_argument("--corpora", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--faults", action="store_true")
    arguments = parser.parse_args()
    written = list(written_pairs(arguments.corpora))
    splits = [(name, [pair for pair in written if pair.repository in names]) for name, names in SPLITS.values()]
    named = frozenset().union(*(names for _, names in SPLITS.values()))
    before = [pair for pair in written if pair.repository not in named]
    halves = [[pair for pair in before if pair.held_out is held_out] for held_out in (False, True)]
    if arguments.faults:
        _faults(halves[0])
        return
    report("written by hand, development repositories", halves[0])
    report("written by hand, held-out repositories", halves[1])
    for name, pairs in splits:
        report(name, pairs)
    started = time.process_time()
    for pair in written:
        check_support(pair.true, pair.passage)
    spent = (time.process_time() - started) / max(1, len(written))
    sys.stdout.write(f"10 claims checked, their lines read before: {spent * 10_000:.1f} ms of one core\n")


if __name__ == "__main__":
    main()
