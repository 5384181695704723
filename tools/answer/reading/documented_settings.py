"""Settings that a page documents, each with the default that the page states below its own head: a heading, an
item, a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from citeline.data_files import shipped_table
from citeline.indexing.object_cache import cache_per_object
from citeline.patterns import re

from ...citations.passage import BAR
from .settings import LONGEST, SECRET, Setting
from .syntax import Source

_MOST: Final = 14
"""Lines below a head."""
_MOST_SHOWN: Final = 6
"""Lines from one that introduces a default to the end of the code that is it."""
_NAME: Final = r"(?P<name>[A-Za-z][\w.-]*\w)"
_HEAD: Final = re.compile(
    rf"(?P<mark>\#{{1,6}}\s+|[-*+]\s+)?(?P<code>\[?\*{{0,2}}`{{1,2}}|\*\*|){_NAME}"
    r"(?:[=:][^`]{0,60})?(?:`{1,2}|\*\*|)(?P<behind>.*)"
)
_ROW: Final = re.compile(rf"\|\s*\*{{0,2}}`?{_NAME}`?(?:\s*<[^|]{{0,40}})?\*{{0,2}}\s*\|(?P<behind>.*)")
_CALLED: Final = re.compile(r"\w+[_.]\w.*|[A-Z][A-Z\d]+")
"""Names that are no words."""
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_table: Final = partial(shipped_table, "citeline.tools.answer.reading", "settings.toml")


class _Head(NamedTuple):
    name: str
    said: str
    is_section: bool
    """Whether what is below it goes on up to the next head, and not to the end of a paragraph."""
    value: str = ""
    is_word: bool = False
    """Whether it is called by a word, so that only a default shows that it is a setting."""


@cache_per_object
def documented_settings(source: Source) -> tuple[Setting, ...]:
    """The settings of a page in their order, with the default that it states or none."""
    return tuple(_read(source.lines))


def _read(lines: Sequence[str]) -> Iterator[Setting]:
    heads = dict(_heads(lines))
    for number, head in heads.items():
        body, last, value = [head.said], number, head.value
        stated_at = number
        for below in range(number, min(len(lines), number + _MOST)) if not head.value else ():
            text = lines[below].strip()[:LONGEST]
            if below + 1 in heads or text.startswith("#") or not (text or head.is_section):
                break
            body.append(text)
            last = below + 1 if text else last
            if not value and (value := _stated(text) or _shown_below(lines, below)):
                stated_at = last
        value = value or _stated(head.said)
        if head.is_word and not value:
            continue
        yield Setting(head.name, (), value, number, stated_at, "\n".join(body), is_live=True, last_line=last)


def _heads(lines: Sequence[str]) -> Iterator[tuple[int, _Head]]:
    fenced, column = False, 0
    for number, line in enumerate(lines, 1):
        if _FENCE.match(line):
            fenced = not fenced
        text = line.strip()
        if fenced or not text or len(text) > 4 * LONGEST:
            continue
        if text[0] == "|":
            cells = [cell.strip(" `*") for cell in BAR.split(text)]
            named = [at for at, cell in enumerate(cells) if cell.lower() in _table()["columns"]]
            column = named[0] if named else column
            row = _ROW.fullmatch(text) if column and not named else None
            if row and column < len(cells) and _CALLED.fullmatch(row["name"]):
                yield number, _Head(row["name"], row["behind"], False, "" if SECRET in cells[column] else cells[column])
            continue
        column = 0
        found = _HEAD.fullmatch(text[:LONGEST]) if text[0] in "#-*+`" else None
        is_heading = found is not None and (found["mark"] or "").startswith("#")
        if found is None or not (found["code"] or is_heading):
            continue
        if not found["mark"] and found["behind"].strip()[:1] not in ("", ":", "=", "]"):
            continue  # a sentence that begins with a name
        if _CALLED.fullmatch(found["name"]) and (found["code"] or "_" in found["name"]):
            yield number, _Head(found["name"], found["behind"], is_heading)
        elif is_heading and found["code"].startswith("`") and not found["behind"].strip():
            yield number, _Head(found["name"], "", True, is_word=True)


def _shown_below(lines: Sequence[str], at: int) -> str:
    """The code of a few lines below a line that says no more than that it is the default."""
    if not re.fullmatch(_table()["introduces"], lines[at].strip()):
        return ""
    below = [line.strip() for line in lines[at + 1 : at + 1 + _MOST_SHOWN]]
    fences = [place for place, line in enumerate(below) if _FENCE.match(line)]
    is_shown = len(fences) > 1 and not any(below[: fences[0]])
    return " ".join(below[fences[0] + 1 : fences[1]])[:LONGEST] if is_shown else ""


def _stated(text: str) -> str:
    found = re.search(_table()["stated"], text)
    if found is None or "`" in re.split(r"[.|]\s", text[: found.start()])[-1]:
        return ""  # of `timeout`, whose default is `30s`
    value = (found["value"] or found["word"]).strip(" `\"'")
    return "" if SECRET in value else value
