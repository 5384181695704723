"""What a document says of itself with a label: `Prepared by: …`, of HTML what its marks call label and value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from citeline.model import StoredChunk

_LABELLED: Final = re.compile(
    r"^\s*(?:[-*>]\s+)?(?:\*\*|__)?(?P<label>[^\W\d_][\w #&/.'’()-]{0,38}?)(?:\*\*|__)?\s*[:：](?:\*\*|__)?\s+"
    r"(?P<value>(?=.*[^\W_])\S.{0,200}(?<![;,{(]))$"
)
_MARKED: Final = re.compile(
    r"<(?:dt\b[^>]*|\w+\b[^>]*\b(?:class|id)=\"[^\"]*(?:label|key|term)[^\"]*\"[^>]*)>"
    r"\s*(?P<label>[^\W\d_][^<>]{0,38}?)\s*</\w+>"
    r"\s*<(?:dd\b[^>]*|\w+\b[^>]*\b(?:class|id)=\"[^\"]*value[^\"]*\"[^>]*)>\s*(?P<value>[^<>]{1,200}?)\s*</",
    re.IGNORECASE,
)
"""Of a page: `<dt>` with `<dd>`, and what a class calls label and value."""


def labelled_in(chunk: StoredChunk) -> Iterator[tuple[str, str, int, int]]:
    """Label and value of each line that is labelled, with its first and last line; of HTML those of marked pairs."""
    if chunk.language == "html":
        for pair in _MARKED.finditer(chunk.text):
            first = chunk.start_line + chunk.text.count("\n", 0, pair.start("label"))
            last = chunk.start_line + chunk.text.count("\n", 0, pair.end("value"))
            yield pair["label"].rstrip(":： "), pair["value"], first, last
        return
    for number, line in enumerate(chunk.text.split("\n"), chunk.start_line):
        if found := _LABELLED.match(line):
            yield found["label"], found["value"].strip().strip("\"'*_ "), number, number
