"""`$.content.chapter`: a section with its subsections, by its position in the heading tree or by its anchor."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

from citeline.indexing.stores.text_columns import to_column

from .conditions import Sql
from .corpus import Corpus
from .selection import Selection, nodes, with_ids

_POSITION: Final = re.compile(r"[0-9]+(?:\.[0-9]+)*\.?")


def chapter(corpus: Corpus, argument: str) -> Selection:
    """Of each document the section at a position such as `1.2` (counted from 1), or with that anchor, with or without
    its `#`. It runs to the last line of its last subsection.
    """
    wanted = argument.strip()
    if _POSITION.fullmatch(wanted):
        place = ".".join(part.lstrip("0") for part in wanted.rstrip(".").split("."))
        if found := _positions(corpus).get(place):
            return nodes("chunks", (), with_ids(found))
    return nodes("chunks", ("heading",), Sql("n.anchor = ?", (to_column("#" + wanted.removeprefix("#")),)))


def _positions(corpus: Corpus) -> dict[str, list[int]]:
    """Position to the headings that have it, one a document."""

    def read() -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        of_node: dict[int, str] = {}
        children: dict[int, int] = defaultdict(int)
        headings = corpus.rows("SELECT doc_id, ord, id, parent_id FROM nodes WHERE kind = 'heading'")
        for _, _, node, parent in sorted(headings):
            children[parent] += 1
            above = of_node.get(parent)
            position = f"{above}.{children[parent]}" if above else str(children[parent])
            of_node[node] = position
            found[position].append(node)
        return dict(found)

    return corpus.remember("chapters", read)
