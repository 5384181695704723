"""Measures tables of PDF that were counted on pictures: `python -m citeline.evals.research.tables_counted CLONES`.

`tables_counted.json` names documents of public repositories, the pages of each that were looked at and every table on
them: its box in points, how many rows it has, its headers, and words of its first and its last row. The repositories
are divided into groups. A, B and C have been read to mend the reader; nobody has read what it misses in D, which
says what a mend is worth elsewhere. Prints for each group how many tables are found, how many of them with the right
header, and how many are too many; `--list A` adds what was missed and what was too much.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.indexing.extraction.pdfs.pdf_lines import Block
from citeline.indexing.extraction.pdfs.tables.continued import Ending
from citeline.indexing.extraction.pdfs.tables.tables import table_blocks

from .clones import Clones
from .tables import SAME_HEADS, pages_of, plain, same_heads

_DOCUMENTS: Final = Path(__file__).with_name("tables_counted.json")
_GROUPS: Final = ("A", "B", "C", "D")
_ASKED: Final = 62
"""Tables of the set that the goals are told of: 56 found, 45 with the right header, 4 too many."""
_SAME_PLACE: Final = 0.5
"""Of the height of the higher one of two tables, and of the width of the narrower one."""
_SAME_ROW: Final = 0.7
"""Of the letters of the words of a row."""
_FEWEST_OFF: Final = 2
_ROWS_OFF: Final = 0.25
"""Rows more or less, as a share of the rows."""

Box = Sequence[float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class Table:
    """One that was found or counted."""

    box: Box
    headers: list[str]
    """One for each column; one empty text for each where there are none."""
    rows: list[str]
    """Of one that was counted, words of the first and of the last."""
    count: int


@dataclass(slots=True)
class Group:
    """What was measured of one."""

    documents: int = 0
    pages: int = 0
    tables: int = 0
    found: int = 0
    headed: int = 0
    parts: int = 0
    """Of tables that were counted, and several that were read as one."""
    false: int = 0
    told: list[str] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the groups."""
    parser = argparse.ArgumentParser(prog="tables_counted", description=__doc__)
    parser.add_argument("clones", type=Path, help="folder of clones, each called OWNER+NAME")
    parser.add_argument("--list", choices=_GROUPS, help="tell what was missed in a group, and what was too much")
    given = parser.parse_args(arguments)
    clones = Clones(given.clones)
    groups = {name: Group() for name in _GROUPS}
    for repository, about in json.loads(_DOCUMENTS.read_text("utf-8")).items():
        for path, counted in about["documents"].items():
            data = clones.read(repository, about["commit"], path)
            if data:
                measure(f"{repository} {path}", data, counted, groups[about["group"]])
    sys.stdout.write("".join(f"{line}\n" for line in groups[given.list].told) if given.list else "")
    sys.stdout.write(report(groups))
    sys.stderr.write(clones.report())
    return 0


def measure(name: str, data: bytes, counted: Any, group: Group) -> None:
    """Add the figures of one document."""
    group.documents += 1
    group.pages += len(counted["pages"])
    for page, found in tables_of(data, counted["pages"]):
        where = f"{name} {page}"
        left = list(found)
        wanted = [_wanted(one) for one in counted["tables"] if one["box"][0] == page]
        for table in wanted:
            group.tables += 1
            own = max((one for one in left if fits(table, one)), key=lambda one: _shared(table, one), default=None)
            if own is None:
                group.told.append(f"missed  {where}: {table.headers} {table.rows}")
                continue
            left.remove(own)
            group.found += 1
            is_headed = same_heads(table.headers, own.headers) >= SAME_HEADS or not any(table.headers + own.headers)
            group.headed += is_headed
            group.told += [] if is_headed else [f"header  {where}: {table.headers} not {own.headers}"]
        unsure = [Table(box[1:], [], [], 0) for box in counted.get("unsure", ()) if box[0] == page]
        for one in left:
            if not any(_part(one, other) > _SAME_PLACE for other in unsure):
                is_part = any(max(_part(one, table), _part(table, one)) > _SAME_PLACE for table in wanted)
                group.parts += is_part
                group.false += not is_part
                group.told.append(f"{'part' if is_part else 'false':7} {where}: {one.headers} {one.rows[:3]}")


def tables_of(data: bytes, wanted: Sequence[int]) -> Iterator[tuple[int, list[Table]]]:
    """Those of some pages, as an index reads them; a page before tells what goes on."""
    ending: Ending | None = None
    for number, (page, start, rules) in enumerate(pages_of(data, max(wanted)), 1):
        blocks, ending = table_blocks(page, start, rules, ending)
        if number in wanted:
            yield number, [_table(block) for block in blocks]


def _table(block: Block) -> Table:
    columns = zip(*(line.text.split("\t") for line in block.lines if line.is_head), strict=True)
    rows = [line.text for line in block.lines if not line.is_head]
    headers = [" ".join(column) for column in columns] or [""] * (block.lines[0].text.count("\t") + 1)
    return Table((block.left, block.top, block.right, block.bottom), headers, rows, len(rows))


def _wanted(one: Any) -> Table:
    return Table(one["box"][1:], one["head"], [one["first"], one["last"]], one["rows"])


def fits(wanted: Table, own: Table) -> bool:
    """Whether a table in the same place has the same first and last row, and but few rows and a column more or less."""
    return (
        _shared(wanted, own) >= _SAME_PLACE
        and abs(len(wanted.headers) - len(own.headers)) <= 1
        and abs(wanted.count - own.count) <= max(_FEWEST_OFF, _ROWS_OFF * wanted.count)
        and all(any(_says(row, words) for row in own.rows) for words in wanted.rows)
    )


def _says(row: str, words: str) -> bool:
    said, given = plain(row), [plain(word) for word in words.split()]
    return sum(len(word) for word in given if word in said) >= _SAME_ROW * sum(map(len, given))


def _shared(one: Table, other: Table) -> float:
    """Share of the height of the higher one; rules may be wider than the words between them."""
    return min(_part(one, other), _part(other, one))


def _part(one: Table, other: Table) -> float:
    """Share of the height of a table that another one takes; none where they stand beside each other."""
    (left, top, right, bottom), (a, b, c, d) = one.box, other.box
    across = min(right, c) - max(left, a)
    is_beside = across < _SAME_PLACE * min(right - left, c - a)
    return 0.0 if is_beside else max(0.0, min(bottom, d) - max(top, b)) / max(1.0, bottom - top)


def report(groups: dict[str, Group]) -> str:
    """A line for each group and for all; last what is found, with its header, and too many of as many as asked."""
    every = Group(*(sum(getattr(one, name) for one in groups.values()) for name in _SUMS))
    lines = ["| group | documents | pages | tables | found | right header | parts | false | of 62 |\n"]
    lines.append("|---|---|---|---|---|---|---|---|---|\n")
    for name, one in (*groups.items(), ("all", every)):
        share = _ASKED / max(1, one.tables)
        asked = ", ".join(f"{count * share:.1f}" for count in (one.found, one.headed, one.parts + one.false))
        figures = " | ".join(str(getattr(one, name)) for name in _SUMS)
        lines.append(f"| {name} | {figures} | {asked} |\n")
    return "".join(lines)


_SUMS: Final = ("documents", "pages", "tables", "found", "headed", "parts", "false")

if __name__ == "__main__":
    sys.exit(main())
