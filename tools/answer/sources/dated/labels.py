"""What documents say of themselves with a label: `Prepared by: …`, `Date: …`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from citeline.model import StoredChunk
from citeline.patterns import re

from ....documents.dates import date_of
from ...draft import Draft
from ...lookup.cell import clean

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
_AUTHORS: Final = frozenset(["author", "by", "from", "sender", "creator"])
_CHANGED: Final = frozenset(["modified", "updated", "last updated", "revised"])


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


def label_draft(chunk: StoredChunk, lines: tuple[int, int], label: str, value: str, wanted: Sequence[str]) -> Draft:
    """A label as an author or a date where one is among the `wanted` labels, else as it stands."""
    lower = label_name(label)
    fact = ("labelled", clean(label), value)
    if lower in wanted and lower in _AUTHORS:
        fact = ("written_by", chunk.path, value)
    elif lower in wanted and lower in _CHANGED | {"date", "created"}:
        fact = ("changed_on" if lower in _CHANGED else "dated", chunk.path, date_of(value) or value)
    return Draft.of(*fact, chunk.document, *lines)


def label_name(label: str) -> str:
    """`authors` and `Author(s)` are `author`."""
    lower = label.strip().lower().removesuffix("(s)")
    return lower.removesuffix("s") if lower.removesuffix("s") in _AUTHORS else lower
