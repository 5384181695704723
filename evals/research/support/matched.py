"""How far do the marks of a citation hold on matched pairs?

CORPORA holds the repositories of `matched.jsonl` as `owner+name`, at the labelled commits; what is missing is left
out. The `set` of a pair says about which repositories it is, or when it was written: only those of the development
repositories were looked at to build anything.

`proved` precision counts both sentences of each pair: of those that are called proved, the share that is true.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.parsers.registry import parse
from citeline.model import ParsedDocument, SourceFile
from citeline.tools.citations import check_support
from citeline.tools.citations.passage import Passage, constants_in, lines_behind

DEVELOPMENT: Final = "development repositories"
_Document: TypeAlias = tuple[SourceFile, ParsedDocument]


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
    written = written_pairs(arguments.corpora)
    if arguments.faults:
        _faults(written[DEVELOPMENT])
        return
    for name, pairs in written.items():
        report(f"written by hand, {name}", pairs)
    every = [pair for pairs in written.values() for pair in pairs]
    started = time.process_time()
    for pair in every:
        check_support(pair.true, pair.passage)
    spent = (time.process_time() - started) / max(1, len(every))
    sys.stdout.write(f"10 claims checked, their lines read before: {spent * 10_000:.1f} ms of one core\n")


@dataclass(frozen=True, slots=True)
class MatchedPair:
    """One pair with its lines."""

    repository: str
    language: str
    relation: str
    true: str
    false: str
    passage: Passage


def written_pairs(corpora: Path) -> dict[str, list[MatchedPair]]:
    """By set, the pairs of `matched.jsonl` whose repository stands under CORPORA as `owner+name`, at its commit."""
    documents: dict[Path, _Document] = {}
    found: dict[str, list[MatchedPair]] = defaultdict(list)
    for line in Path(__file__).with_name("matched.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        of_set = found[told["set"]]
        root = corpora / told["repository"].replace("/", "+")
        if not (root / told["path"]).is_file():
            continue
        if root / told["path"] not in documents:
            documents[root / told["path"]] = _read(root, told["path"])
        document = documents[root / told["path"]]
        passage = _passage(document, told["start_line"], told["end_line"])
        of_set.append(
            MatchedPair(
                told["repository"], document[1].language, told["relation"], told["true"], told["false"], passage
            )
        )
    return found


def _read(root: Path, path: str) -> _Document:
    entry = WalkedFile(path, (root / path).stat().st_size, 0)
    source = read_source(root, entry, max_file_bytes=1_000_000)
    assert isinstance(source, SourceFile), path
    return source, parse(source)


def _passage(document: _Document, start: int, end: int) -> Passage:
    """Lines with the innermost definition or section around them."""
    source, parsed = document
    around = [node for node in parsed.nodes[1:] if node.start_line <= start and end <= node.end_line]
    node = min(around, key=lambda node: node.end_line - node.start_line, default=None)
    scope, signature = (node.qualified_name, node.signature) if node else ("", "")
    ended = node is not None and node.end_line == end
    text = source.slice(start, end)
    constants, behind = constants_in(text, source.lines), lines_behind(source.lines, end)
    return Passage(text, start, end, source.path, scope, signature, ended=ended, constants=constants, behind=behind)


if __name__ == "__main__":
    main()
