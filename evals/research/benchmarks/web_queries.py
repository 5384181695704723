"""MRR@10 on the `web-queries` set: questions as people typed them into a search engine, each about one function.

Labels: 500 queries of CoSQA's development half over a pool of 6,267 Python functions (MIT). The pool is indexed as one
file a function: that is how loose functions would lie in a folder.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from citeline.model import Hit

TOP = 10


def write_pool(labels: Path, folder: Path) -> None:
    """The functions as files `<id>.py`, a hundred to a folder."""
    for line in (labels / "corpus.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        file = folder / f"{int(row['id']) // 100:03}" / f"f{row['id']}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(row["text"] + "\n", "utf-8")


def read_queries(labels: Path) -> list[tuple[str, frozenset[str]]]:
    """Each query with the ids of its functions, in file order."""
    rows = [json.loads(line) for line in (labels / "queries.jsonl").read_text("utf-8").splitlines()]
    return [(row["query"], frozenset(str(target["file"]) for target in row["relevant"])) for row in rows]


def reciprocal_rank(hits: Sequence[Hit], targets: frozenset[str]) -> float:
    """1 / rank of the first of ten different files that is a target; 0 when there is none."""
    found = list(dict.fromkeys(Path(hit.chunk.path).stem.removeprefix("f") for hit in hits))[:TOP]
    return next((1 / rank for rank, name in enumerate(found, start=1) if name in targets), 0.0)
