"""Cells of tables, and the dates and versions of headings, against what a sentence says of a row or a version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.parsers.languages import language_of
from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile
from citeline.patterns import re
from citeline.text import has_word, terms, word_runs

from ...documents.dates import DATE, day_of
from ..facts import Fact, phrasings
from ..passage import Passage, contains_name
from ..values import shares_a_name
from .ground import UNKNOWN, Found

_WITH_TABLES: Final = frozenset("markdown rst asciidoc html csv tsv".split())  # noqa: SIM905
_LONGEST: Final = 40_000
_MARKS: Final = re.compile(r"[`*\"'“”]|\\(?=\W)|\(\)$")
_NUMBER: Final = re.compile(r"[-+]?\d[\d,_]*(?:\.\d+)?")
_VERSION: Final = re.compile(
    r"(?<![\w.])v?(\d+(?:\.\d+)+(?:[-.]?(?:alpha|beta|rc|a|b|dev|post)[-.]?\d*)?)(?![\w.]*\d)", re.I
)
_DIGITS: Final = re.compile(r"\d[\d,_]*(?:\.\d+)*")
_AMOUNT: Final = re.compile(
    r"(?P<number>[-+]?(?:0[xob][\da-f_]+|(?:\d[\d,_]*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?))(?P<unit>\s*[a-zµ%]*)"
)
_HEADING: Final = re.compile(r"^(?:#{1,6}\s|=+\s|\*\*\[?v?\d|\[?[vV]?\d+\.\d|[Vv]ersion\s|[Rr]elease\s)")


@dataclass(frozen=True, slots=True)
class Grid:
    """A table whose header is among the lines."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def check_cell(fact: Fact, passage: Passage) -> Found:
    """Whether the row of the subject has the object in the column that is named (`place`)."""
    found = [told for grid in grids_of(passage.path, passage.text) for told in _cells(fact.subject, fact.place, grid)]
    if len(found) != 1:
        return UNKNOWN
    header, cell = found[0]
    if is_same_cell(cell, fact.object):
        return "proved", f"in {passage.lines}, `{header}` of `{fact.subject}` is `{cell}`"
    if is_other_cell(cell, fact.object):
        return "contradicted", f"in {passage.lines}, `{header}` of `{fact.subject}` is `{cell}`, not `{fact.object}`"
    return UNKNOWN


def check_dated(fact: Fact, passage: Passage) -> Found:
    """Whether the heading of a version has that date."""
    said, version = date_in(fact.object), _version_in(fact.subject)
    if not said or not version:
        return UNKNOWN
    dated = [date_in(line) for line in _headings(passage) if _version_in(line) == version]
    if len(dated) != 1 or not dated[0]:
        return UNKNOWN
    if dated[0] == said:
        return "proved", f"the heading of `{fact.subject}` in {passage.lines} has that date"
    return "contradicted", f"the heading of `{fact.subject}` in {passage.lines} has another date"


def check_since(fact: Fact, passage: Passage) -> Found:
    """Contradicts a version under which a name stands that only another version's entries have."""
    version = _version_in(fact.object)
    under = _version_in(passage.scope.rpartition("›")[2])
    section, level = "", 0
    done = fact.place[:4].lower()
    """The stem of what is said to be done: that something was fixed does not say when it was added."""
    found: set[str] = set()
    if version and any(version in line for line in passage.text.split("\n") if contains_name(line, fact.subject)):
        return UNKNOWN
    for line in passage.text.split("\n"):
        marks = len(line) - len(line.lstrip("#"))
        if _HEADING.match(line) and (_version_in(line) or (marks and marks <= level)):
            under, level, section = _version_in(line), marks, ""
        elif marks:
            section = line
        elif contains_name(line, fact.subject) and done and done in f"{section} {line}".lower():
            found.add(under)
    if version and len(found) == 1 and found != {""} and not _is_part(version, *found):
        return "contradicted", f"in {passage.lines}, `{fact.subject}` stands under `{found.pop()}`"
    return UNKNOWN


def _is_part(one: str, other: str) -> bool:
    """Whether one version is the other, or has it below it: `1.9` and `1.9.0`."""
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


def date_in(text: str) -> str:
    """The first date of a text as `2024-05-01`; empty where it has none."""
    return next((day for found in DATE.finditer(text) if (day := day_of(found[0]))), "")


def _version_in(text: str) -> str:
    without_dates = DATE.sub(" ", text)
    found = _VERSION.search(without_dates)
    return found[1].lower() if found else ""


def _headings(passage: Passage) -> Iterator[str]:
    lines = passage.text.split("\n")
    underlined = [above for above, line in pairwise(lines) if re.fullmatch(r"[-=~^]{3,}\s*", line)]
    yield from dict.fromkeys([*(line for line in lines if _HEADING.match(line)), *underlined])


@lru_cache(maxsize=32)
def grids_of(path: str, text: str) -> tuple[Grid, ...]:
    """The tables of some lines."""
    language = language_of(path, text)
    if language not in _WITH_TABLES or len(text) > _LONGEST:
        return ()
    if language in ("csv", "tsv"):
        rows = [tuple(line.split("," if language == "csv" else "\t")) for line in text.strip().split("\n")]
        even = len({len(row) for row in rows}) == 1 and '"' not in text
        return (Grid(rows[0], tuple(rows[1:])),) if even and len(rows) > 1 else ()
    parsed = parse(SourceFile(path, tuple(text.split("\n")), "", len(text), 0))
    tables = [node.data for node in parsed.nodes if node.kind == "table"]
    return tuple(
        Grid(tuple(map(str, data["headers"])), tuple(tuple(map(str, row)) for row in data["rows"]))  # type: ignore[arg-type,union-attr]  # as tables are kept
        for data in tables
        if data.get("rows")
    )


def _cells(subject: str, column: str, grid: Grid) -> Iterator[tuple[str, str]]:
    """Header and cell of the only row that the subject names, in the only column that is named."""
    wanted = _plain(subject)
    rows = [row for row in grid.rows if row and _names_row(row[0], wanted)]
    columns = [at for at, header in enumerate(grid.headers) if at and _says(column, header)]
    if len(rows) == 1 and len(columns) == 1 and columns[0] < len(rows[0]):
        yield grid.headers[columns[0]], _plain(rows[0][columns[0]])


def _names_row(cell: str, wanted: str) -> bool:
    plain = _plain(cell)
    return plain == wanted or wanted in re.split(r"[,/|]\s*|\s+", plain)


def _says(column: str, header: str) -> bool:
    said, there = frozenset(terms(column)), frozenset(terms(header))
    return bool(there) and (said == there or said <= there or there <= said)


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub("", text).split())


def is_same_cell(cell: str, claimed: str) -> bool:
    """Whether a cell, or the value of a key, is what is claimed, whatever its marks and case; `yes` is `true`."""
    one, other = (_spelled(text) for text in (cell, claimed))
    return one == other or _amount(one) == _amount(other) != ""


def _amount(text: str) -> str:
    return text.replace(",", "").replace("_", "") if _NUMBER.fullmatch(text) else ""


def is_other_cell(cell: str, claimed: str) -> bool:
    """Whether a cell rules a value out: numbers of the same unit, or words that have none in common."""
    one, other = _spelled(cell), _spelled(claimed)
    if not has_word(one) or one == other:
        return False
    if is_spelled_otherwise(one, other):
        return False
    if _DIGITS.search(one) or _DIGITS.search(other):
        return _DIGITS.sub("", one) == _DIGITS.sub("", other)
    if _open_values() & {one, other} or _initials(one) == other or _initials(other) == one:
        return False
    if one.startswith(other) or other.startswith(one):
        return False  # `int` for `integer`
    return not (_words_shared(one, other) or shares_a_name(one, other))


def is_spelled_otherwise(one: str, other: str) -> bool:
    """Whether two texts may be the same amount, or the same nothing, in other spellings: `0.5` and `0.50`, `30s` and
    `30000ms`, `~` and `null`.
    """
    one, other = (_spelled(text.strip("\"'")) for text in (one, other))
    if {one, other} <= _nothings():
        return True
    amounts = [_AMOUNT.fullmatch(text) for text in (one, other)]
    if None in amounts:
        return False
    (left, unit), (right, other_unit) = ((found["number"], found["unit"].strip()) for found in amounts if found)
    return unit != other_unit or _number(left) == _number(right)


def _number(text: str) -> float:
    plain = re.sub(r"[,_](?=\d{3}(?!\d))", "", text).replace(",", ".").replace("_", "")
    try:
        return float(int(plain, 0) if re.match(r"[-+]?0[xob]", plain) else float(plain))
    except (ValueError, OverflowError):
        return float("nan")


@cache
def _nothings() -> frozenset[str]:
    return frozenset(phrasings()["tables"]["nothing"])


@cache
def _open_values() -> frozenset[str]:
    return frozenset([*phrasings()["tables"]["open"], *_nothings()])


def _initials(text: str) -> str:
    return "".join(word[0] for word in word_runs(text))


def _spelled(text: str) -> str:
    plain = _plain(text).lower()
    same: dict[str, str] = phrasings()["tables"]["same"]
    return same.get(plain, plain)


def _words_shared(one: str, other: str) -> bool:
    words: Sequence[frozenset[str]] = [frozenset(re.findall(r"[\w.]+", text)) for text in (one, other)]
    return bool(words[0] & words[1])
