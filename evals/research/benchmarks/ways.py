"""Does an answer show both calls between two functions that are two calls apart?

Pairs are read off the source by a pattern, not from the graph that is judged: `a` has a line that spells a call of `b`,
and `b` one that spells a call of `c`; each of the three is the only function of that name outside of tests. So a pair
may be wrong (a variable is called like a function), and there may be another way that is as short.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from citeline.graph.run import ask
from citeline.model import CALLABLE_KINDS, StoredNode
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index
from citeline.tools.retrieval.paths import read_path

from ...outcome import citations_of
from .quality import Report, Say, say_means

EACH: Final = 12
"""Questions about a tree."""
_LEAST_NAME: Final = 5
_FRAMES: Final = ("how does {a} get to {c}?", "call chain from {a} to {c}", "从 {a} 到 {c} 的调用链")
_CALL: Final = re.compile(r"(?:(?<![\w.>:$@])|\b(?:self|this|cls|Self)(?:\.|::|->))([A-Za-z_]\w+)\(")
"""Without a receiver or on the object itself: `values.items()` is seldom a call of the only `items` that is defined."""
_COMMENT: Final = re.compile(r'\s*(?:#|//|\*|"""|--)')

Lines = list[int]


@dataclass(frozen=True, slots=True)
class Chain:
    """Two calls, each by the file that makes it and the lines that spell it."""

    first: StoredNode
    last: StoredNode
    steps: tuple[tuple[str, Lines], tuple[str, Lines]]


def read_chains(handle: IndexHandle, root: Path) -> list[Chain]:
    """All of a tree, in the order of its files."""
    structure = handle.reader.structure
    functions = [
        node
        for document in structure.documents()
        if not read_path(document.path).is_test
        for node in structure.nodes_of(int(document.id))
        if node.kind in CALLABLE_KINDS and len(node.name) >= _LEAST_NAME
    ]
    counts = Counter(node.name for node in functions)
    known = {node.name: node for node in functions if counts[node.name] == 1}
    texts: dict[str, list[str]] = {}
    calls = {name: dict(_calls(node, root, texts, known.keys())) for name, node in known.items()}
    return [
        Chain(known[a], known[c], ((known[a].path, lines), (known[b].path, calls[b][c])))
        for a, called in calls.items()
        for b, lines in called.items()
        for c in calls[b]
        if c not in called and c != a
    ]


def _calls(
    node: StoredNode, root: Path, texts: dict[str, list[str]], known: Collection[str]
) -> Iterator[tuple[str, Lines]]:
    if node.path not in texts:
        texts[node.path] = (root / node.path).read_text("utf-8", "replace").split("\n")
    found: dict[str, Lines] = defaultdict(list)
    for number, line in enumerate(texts[node.path][node.start_line : node.end_line], node.start_line + 1):
        if not _COMMENT.match(line):
            for name in _CALL.findall(line):
                if name in known and name != node.name:
                    found[name].append(number)
    yield from found.items()


def run_ways(corpora: Path, settings: Settings, say: Say) -> Report:
    """Share of the questions whose answer cites a line of the first call, of the second, and of both."""
    shown: dict[str, list[float]] = defaultdict(list)
    for root in sorted(path for path in corpora.iterdir() if path.is_dir()):
        with index(root, settings=settings, force=True) as handle:
            chains = read_chains(handle, root)
            chosen = random.Random(2).sample(chains, min(EACH, len(chains)))
            for place, chain in enumerate(chosen):
                question = _FRAMES[place % len(_FRAMES)].format(a=chain.first.qualified_name, c=chain.last.name)
                cited = citations_of(ask(question, handle, settings=settings, no_model=True))
                both = [
                    any(at.path == path and any(at.start_line <= line <= at.end_line for line in lines) for at in cited)
                    for path, lines in chain.steps
                ]
                for name, value in (("first call", both[0]), ("second call", both[1]), ("both", all(both))):
                    shown[name].append(float(value))
    return say_means(shown, say)
