"""Values that are secret by the name that they belong to, however a format puts the two together.

    beside      `password = "…"`, `<td>Password</td><td>…`, `mysql -p…`, `the password is …`, `密码：…`
    near        anything on the line that a generator made
    below       a label, and its value on the next lines: headings, YAML, XML, lists, tables with a cell a line
    in columns  a name at the head of a table and the values below it

The nearer the two are, the less is asked of the value: beside the name of a password what a person made up counts too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

from citeline.patterns import re

from .names import Name, holds_name, links, names_in
from .values import is_assigned, is_generated, is_made_up, is_placeholder, is_random

_BELOW: Final = 8
_WIDTH: Final = 400
"""Of each line below."""
_NOISE: Final = re.compile(
    r"(?P<split>(?<=[\w+/=])[\"'`](?:\s*(?:\.\.|<>|\|\||[+.&\\~])\s*|\s*\n\s*[+.&]?\s*)[bruf@$]?[\"'`](?=[\w+/=]))"
    r"|(?<!\\)\\+(?:(?P<quote>(?=[\"']))|(?P<end>[nrt]|u[0-9a-fA-F]{4}))"
    r"|(?P<tag></?[a-z][^<>\n]{0,300}>)",
    re.IGNORECASE,
)
_TELLING: Final = re.compile(r"\b(?:value|name|key|content)=", re.IGNORECASE)


class Place(NamedTuple):
    """A part of a line; `end` is exclusive."""

    line: int
    start: int
    end: int


class View:
    """The text from a place in a line on, with the lines below."""

    def __init__(self, lines: Sequence[str], number: int, start: int = 0, end: int | None = None) -> None:
        pieces = [lines[number][start:end], *(line[:_WIDTH] for line in lines[number + 1 : number + 1 + _BELOW])]
        raw = "\n".join(pieces)
        self._number = number
        self._start = start
        self._begins = [0, *accumulate(len(piece) + 1 for piece in pieces[:-1])]
        self.text, self._at = _read(raw)
        self.first_end = bisect_right(self._at, len(pieces[0]) - 1)
        """Where the line ends, and those below begin."""

    def places(self, start: int, end: int) -> Iterator[Place]:
        """Where a part of the text stands in the file: in several places if it was split."""
        first = last = self._at[start]
        for at in (*self._at[start + 1 : end], -1):
            if at != last + 1:
                piece = bisect_right(self._begins, first) - 1
                shift = self._begins[piece] - (0 if piece else self._start)
                yield Place(self._number + piece, first - shift, last + 1 - shift)
                first = at
            last = at


def _read(raw: str) -> tuple[str, Sequence[int]]:
    """The text as it reads, and the place of each character in the one that was given."""
    pieces: list[str] = []
    at: list[int] = []
    done = 0
    for match in _NOISE.finditer(raw):
        instead = ""
        if match["tag"]:
            if _TELLING.search(match["tag"]) or holds_name(match["tag"]):
                continue
            instead = " "
        elif match["end"]:
            instead = "\n"
        pieces += (raw[done : match.start()], instead)
        at += range(done, match.start())
        if instead:
            at.append(match.start())
        done = match.end()
    if not done:
        return raw, range(len(raw))
    pieces.append(raw[done:])
    at += range(done, len(raw))
    return "".join(pieces), at


_TOKEN: Final = re.compile(r"(?:[A-Za-z0-9+/=_.!@#$%^*~:-]|&(?![A-Za-z0-9_]+=)){8,}+(?![A-Za-z0-9_(\[])")
_LONG_RUN: Final = re.compile(r"[A-Za-z0-9]{10}")
"""What `is_generated` asks for at least."""
_TYPED: Final = re.compile(r"\s*:?\s*[\w.<>\[\]?|&* ]{1,40}=\s*[bruf]{0,2}(?=[\"'`])")
_QUOTED: Final = re.compile(r"(\"\"\"|'''|[\"'`])([^\n]{1,2000}?)\1")
_BETWEEN_LITERALS: Final = re.compile(r"[),;+\]}.:].*[(,;+\[{.:=]")
"""`) + text(`, from the end of one literal to the beginning of the next."""
_ASSIGNS: Final = re.compile(r"[=:|>：＝「『（(]|\w")
_SETS: Final = re.compile(r"[^,;)\n]+")
_EDGES: Final = ",;.:!=&"
_AFTER: Final = 200
_BEFORE: Final = 60
_KEYED: Final = re.compile(r"(?:\b(?:name|key|id|label|title)|^)\W+$", re.IGNORECASE)
_VALUE_KEY: Final = re.compile(r"\W*(?:value|default|content|data|string)\W+", re.IGNORECASE)
_NOTHING: Final = re.compile(r"\W*(?:\([^()\n]*\)\W*)?(?=\n|$)")
_SOLE: Final = re.compile(
    r"\W*?(?:\w{1,20}[\"']?\s*[:=]\s*|\w+\W+value\W+)?[\"'`*]*([A-Za-z0-9+/=_.!@#$%^*~&:-]{8,200})[^\w\n]*"
)
_SCOPES: Final = tuple(
    (re.compile(opening, re.IGNORECASE), re.compile(end, re.IGNORECASE))
    for opening, end in (
        (r"<t[hdr]\b", r"</table"),
        (r"\s+(?:\* )?- ", r"\s*$|\S"),
        (r"\|[^|]*$", r"\|===|[^|\s]"),
        (r".*\binsert\s+into\b", r".*;\s*$"),
    )
)
"""What a table with a cell on each line begins with and ends with, by format: HTML, lists, AsciiDoc, SQL."""
_HEAD_LINES: Final = 3
"""Of a table: among its first lines a head counts for all of it."""
_IN_THE_MIDST: Final = 40
"""Lines that a head in the midst of a table counts for."""
_SCOPE_LINES: Final = 400
_LABEL_LINES: Final = 3
_DELIMITERS: Final = "|\t;,"
_RULE: Final = re.compile(r"[\s|:+=-]*")
_NAMED: Final = re.compile(r"(?=.*\w)(?:[^=()\[\]{}]++|\([^=()]++\)|\[[^=\[\]]++\])++")
"""The head of a column of records; an argument of a call has a bracket that another cell closes, or `=`."""
_UNBROKEN: Final = re.compile(r"[\s\"'*`]*[^\"'`]+[\s\"'*`]*")
"""A head within quotes or without any; in a sentence one stands in the midst."""
_SHORT: Final = ("pass", "pw")
"""Heads of passwords; in code and prose they are something else more often."""
_FILLED: Final = re.compile(r"[^\s\"'`](?:.*[^\s\"'`])?")
"""What a cell has without blanks and quotes around it."""
_BLANK: Final = re.compile(r"\s")
_WIDE: Final = re.compile(r"\S+(?: \S+)*")
_Row: TypeAlias = tuple[int, list[tuple[int, int]]]
"""A line of a table, with where its cells begin and end."""
_LONGEST_HEAD: Final = 60
_LONGEST_LINE: Final = 4_000


def paired_values(lines: Sequence[str], number: int, start: int = 0, end: int | None = None) -> Iterator[Place]:
    """Where secrets stand by the names in a line, or in a part of it; they may overlap."""
    view = View(lines, number, start, end)
    first = view.text[: view.first_end]
    names = [*names_in(first)]
    for name in names:
        for span in _beside(view.text, name):
            yield from view.places(*span)
        if _NOTHING.match(view.text, name.end):
            for span in _below(view, name):
                yield from view.places(*span)
            yield from _above(lines, number, view.text[: name.start])
            yield from _in_scope(lines, number)
    line = lines[number]
    if len(line) > _LONGEST_LINE:
        return
    if ends := {name.end: name.is_password for name in (names if first == line else names_in(line))}:
        yield from _in_columns(lines, number, ends)


def _beside(text: str, name: Name) -> Iterator[tuple[int, int]]:
    joint = _joint().match(text, name.end)
    if joint:
        yield from _bound(text, joint.start(), joint.end(), name)
    if name.is_password and (typed := _TYPED.match(text, name.end)):
        yield from _bound(text, typed.start(), typed.end(), name)
    ends = [end for end in (text.find("\n", name.end), name.end + _AFTER) if end >= 0]
    yield from _generated(text, name.end, min(ends))
    yield from _generated(text, max(text.rfind("\n", 0, name.start) + 1, name.start - _BEFORE), name.start)


def _bound(text: str, start: int, end: int, name: Name) -> Iterator[tuple[int, int]]:
    """The value that a name is joined to."""
    quoted = _QUOTED.match(text, end) or (_QUOTED.match(text, end - 1) if end > start else None)
    if quoted and not _BETWEEN_LITERALS.fullmatch(quoted[2]):
        value = quoted[2]
        is_made_up = name.is_password and _SETS.fullmatch(text, start, quoted.start()) and value == value.strip()
        if is_random(value) or (is_made_up and not is_placeholder(value)):
            yield quoted.span(2)
    elif token := _TOKEN.match(text, end):
        value = token[0].rstrip(_EDGES)
        is_set = _SETS.fullmatch(text, start, end) and _ASSIGNS.search(text, start, end)
        is_secret = is_assigned if is_set else is_random
        if is_secret(value):
            yield token.start(), token.start() + len(value)


def _generated(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What a generator made between two places."""
    if not _LONG_RUN.search(text, start, end):  # most often: tokens take five times as long to tell apart
        return
    for token in _TOKEN.finditer(text, start):
        if token.end() > end:
            return
        value = token[0].rstrip(_EDGES)
        # `app:9xK2…`, `DB=9xK2…`
        cut = max(value.rfind(":"), value.rstrip("=").rfind("=")) + 1
        if is_generated(value[cut:]):
            yield token.start() + cut, token.start() + len(value)


def _below(view: View, name: Name) -> Iterator[tuple[int, int]]:
    """Values on the lines below a label."""
    position, left = view.text.find("\n", name.end), _LABEL_LINES
    while position >= 0 and left:
        start, position = position + 1, view.text.find("\n", position + 1)
        end = position if position >= 0 else len(view.text)
        if not any(map(str.isalnum, view.text[start:end])):
            continue
        left -= 1
        sole = _SOLE.fullmatch(view.text, start, end)
        if sole and is_random(sole[1].rstrip(_EDGES)):
            yield sole.start(1), sole.start(1) + len(sole[1].rstrip(_EDGES))
        else:
            yield from _generated(view.text, start, end)


def _above(lines: Sequence[str], number: int, before: str) -> Iterator[Place]:
    """`value: …` in front of `name: DB_PASSWORD`."""
    if not _KEYED.search(before):
        return
    for above in range(max(0, number - 2), number):
        key = _VALUE_KEY.match(lines[above])
        token = _TOKEN.match(lines[above], key.end()) if key else None
        if token and is_random(token[0]):
            yield Place(above, *token.span())


def _in_scope(lines: Sequence[str], number: int) -> Iterator[Place]:
    """Values in a table that has a cell on each line."""
    for opening, end in _SCOPES:
        if not opening.match(lines[number]):
            continue
        for below in range(number + 1, min(len(lines), number + _SCOPE_LINES)):
            for span in _generated(lines[below], 0, len(lines[below])):
                yield Place(below, *span)
            if end.match(lines[below]):
                break


def _in_columns(lines: Sequence[str], number: int, ends: Mapping[int, bool]) -> Iterator[Place]:
    """Values below a head that names them; `ends` are those of the names in the line, with whether it is a password."""
    line = lines[number]
    for delimiter in _DELIMITERS:
        if delimiter in line:
            heads = _cells(line, delimiter)
            columns = [at for at, (start, end) in enumerate(heads) if _is_head(line, start, end, ends)]
            if columns and len(heads) > 1:
                same = [len(_cells(row, delimiter)) == len(heads) for row in _in_front(lines, number)]
                below = lines[: _reach(number, same)]
                is_named = all(_NAMED.fullmatch(line, *head) for head in _inner(line, heads))
                yield from _cells_below(lines, _rows_below(below, number, delimiter, len(heads), is_named), columns)
                if is_named:
                    made_up = [end for end, is_it in ends.items() if is_it or line[:end].lower().endswith(_SHORT)]
                    asked = [at for at in columns if _is_head(line, *heads[at], made_up)]
                    for at in (at for at in asked if _UNBROKEN.fullmatch(line, *heads[at])):
                        yield from _made_up(lines, _rows_below(below, number, delimiter, len(heads), is_named), at)
    heads = [match.span() for match in _WIDE.finditer(line)]
    for start, end in heads if len(heads) > 1 else ():
        if _is_head(line, start, end, ends):
            same = [bool(row.strip()) for row in _in_front(lines, number)]
            yield from _words_below(lines[: _reach(number, same)], number, start, end)


def _inner(line: str, heads: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those that must have a name: between the bars at the edges, and not the one above the numbers of the rows."""
    text = line.strip()
    inner = heads[text.startswith("|") : len(heads) - text.endswith("|")]
    return inner[len(inner) > 2 and not line[slice(*inner[0])].strip() :]


def _in_front(lines: Sequence[str], number: int) -> Sequence[str]:
    return lines[max(0, number - _HEAD_LINES) : number]


def _reach(number: int, above: Sequence[bool]) -> int | None:
    """The line before which a head ends to count: the end of the table for one of its first lines, for `above` says
    which of those in front belong to the same table. In the midst of it a cell may look like a head; were all below it
    read for each such line, a table would take the square of its length.
    """
    return number + 1 + _IN_THE_MIDST if len(above) == _HEAD_LINES and all(above) else None


def _cells_below(lines: Sequence[str], rows: Iterable[_Row], columns: Iterable[int]) -> Iterator[Place]:
    for below, cells in rows:
        for column in columns:
            token = _TOKEN.search(lines[below], *cells[column])
            if token and is_random(token[0].rstrip(_EDGES)):
                yield Place(below, token.start(), token.start() + len(token[0].rstrip(_EDGES)))


def _made_up(lines: Sequence[str], rows: Iterable[_Row], column: int) -> Iterator[Place]:
    """All cells of one word in a column of passwords, if half of them are such as people make up: `hunter2`, and not
    `required`.
    """
    places: list[Place] = []
    for below, cells in rows:
        filled = _FILLED.search(lines[below], *cells[column])
        if filled and not _BLANK.search(filled[0]):
            places.append(Place(below, *filled.span()))
    texts = [lines[place.line][place.start : place.end] for place in places]
    if 2 * sum(map(is_made_up, texts)) >= len(texts):
        yield from places


def _rows_below(lines: Sequence[str], number: int, delimiter: str, width: int, is_named: bool) -> Iterator[_Row]:
    """Lines of the table that goes on below a head. Where each head has a name, two for each line may have more or
    fewer cells, such as the halves of a record with a line break in it; they are left out.
    """
    left = 0
    for below in range(number + 1, len(lines)):
        if _RULE.fullmatch(lines[below]):
            if not lines[below].strip():
                return
            continue
        cells = _cells(lines[below], delimiter)
        if len(cells) == width:
            left += 2 * is_named
            yield below, cells
        elif left:
            left -= 1
        else:
            return


def _words_below(lines: Sequence[str], number: int, start: int, end: int) -> Iterator[Place]:
    """Of columns that are aligned with spaces."""
    for below in range(number + 1, len(lines)):
        if not lines[below].strip():
            return
        for token in _TOKEN.finditer(lines[below]):
            if token.start() < end and start < token.end() and is_random(token[0]):
                yield Place(below, *token.span())


def _is_head(line: str, start: int, end: int, ends: Iterable[int]) -> bool:
    """Whether a cell ends with a name, of which these are the ends."""
    return end - start <= _LONGEST_HEAD and any(
        start < name_end <= end and _NOTHING.fullmatch(line, name_end, end) for name_end in ends
    )


def _cells(line: str, delimiter: str) -> list[tuple[int, int]]:
    cells: list[tuple[int, int]] = []
    start = 0
    for match in _cell_ends(delimiter).finditer(line):
        if match[0] == delimiter:
            cells.append((start, match.start()))
            start = match.end()
    return [*cells, (start, len(line))]


@cache
def _cell_ends(delimiter: str) -> re.Pattern[str]:
    """Delimiters, and cells in quotes, which may hold some."""
    return re.compile(rf'(?<![^{delimiter}\s])"(?:[^"]|"")*"(?=\s*(?:{re.escape(delimiter)}|$))|{re.escape(delimiter)}')


@cache
def _joint() -> re.Pattern[str]:
    """What stands between a name and its value, or between it and the quote in front of its value."""
    between = rf"[^\w\n@]{{0,12}}(?:(?:{links()})[^\w\n@]{{0,8}}){{0,3}}"
    return re.compile(rf"{between}[bruf]{{0,2}}(?=[\"'`])|{between}", re.IGNORECASE)
