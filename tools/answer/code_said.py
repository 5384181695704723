"""What lines of code say: sentences of comments and docstrings, and statements, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.markup import plain_text
from citeline.model import CALLABLE_KINDS, StoredChunk, StoredNode
from citeline.patterns import re
from citeline.text import words

from ..citations.passage import collapse, without_comment_marks
from ..citations.stated import LEFT_OUT
from .completed import (
    APART,
    ROOM,
    in_row,
    likeliest_beside,
    points_back,
    share_held,
    weight_held,
    with_others,
    worth_telling,
)
from .items import LONGEST, NEAR
from .ranking.candidates import Candidate, Sought
from .reading.documentation import Spoken, documentation_around, documents_at
from .reading.guards import Guard, decides, guard_at, statement_of
from .reading.lines import lines_of, read_line
from .reading.says_nothing import asks_log, is_directive
from .reading.statements import DECORATES, behind_log, head_told, only_ends, opened_at, statement_at
from .reading.syntax import Source, ancestors, source_of
from .reading.syntax import lines_of as lines_of_node
from .writing.citing import Citations

_TRIED: Final = 3
"""Lines or sentences that are tried until one can be stated."""
_OPENS: Final = (":", "{", "(", "[")
_GIVEN: Final = frozenset("('\"=")
"""In a decorator, an annotation or an attribute that is given something: `@Scheduled(cron = "0 3 * * *")`."""
_SETS: Final = re.compile(r"[^=!<>](?:=|:=|=>)\s*(?:[-+]?\d|[\"'])|\b(?:return|define\s+\w+)\s+\d")
"""In a statement that sets or gives a literal."""
_EMPTY: Final = re.compile(
    r"[^=]*=\s*(?:\{\s*\}|\[\s*\]|(?:new\s+)?(?:\w+(?:\.|::))?\w*(?:map|list|set|array|dict|queue|vec(?:::new)?)(?:<[^()]*>)?\(\s*\));?$",
    re.IGNORECASE,
)
"""A statement that only makes a collection with nothing in it."""
_REPEATS: Final = re.compile(r"(?:[\w$]+(?:\.|->|::))*[@$]?(\w+)\s*(?::|=|:=|=>)\s*(?:[\w$]+(?:\.|->|::))*\$?\1[,;]?")
"""Gives something to its namesake."""
_DECLARES: Final = re.compile(
    r"(?:\w+_)?(?:parameter|field|property)(?:_declaration|_definition|_signature|_element)?"
    r"|(?:(?:variable|local_variable|lexical|var|let)_)?declaration"
)
_VALUED: Final = frozenset("=(")
"""In a declaration with a value, or with more than a name and a type."""
_ADDRESS: Final = re.compile(r"https?://\S+")
_END_OF_TAG: Final = re.compile(r"</[\w:.-]+>")
_SPOKEN: Final = 0.1
"""What the weight that a sentence of a comment holds counts more than that of code."""
Told: TypeAlias = Literal["one", "two", "all"]
"""Sentences of the lines."""
_SET_APART: Final = ("-", "@", ":")
"""An item, or a tag of a documentation comment."""
_FEW: Final = 3
"""Words of a comment that says nothing: `// jsonp`."""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement, a line of code, or a sentence of a comment or docstring."""

    text: str
    is_comment: bool
    start_line: int
    end_line: int
    about: StoredNode | None
    """What it is a part of, or documents."""
    is_joined: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it is a statement of several lines."""
        return not self.is_comment and self.end_line > self.start_line


def said_in_code(
    index: Index,
    citations: Citations,
    candidate: Candidate,
    sought: Sought,
    *,
    told: Told,
    around: tuple[int, int] | None = None,
) -> list[Said]:
    """What holds most of the question and is short enough: of nearly equal ones a sentence comes before code."""
    chunk, first, last = candidate.passage.chunk, candidate.start_line, candidate.end_line
    source = source_of(index, int(chunk.document))
    spoken = documentation_around(source, first, last) if source else []
    if source and told == "all":
        spoken = [*_before(source, spoken), *spoken]
    units = _units(spoken, told)
    in_prose = {line for one in units for line in range(one.start_line, one.end_line + 1)}
    if told == "all":  # what an earlier claim cites is not told again beside what is new
        units = _units([one for one in spoken if not citations.shows(chunk.path, one.start_line, one.end_line)], told)
    lines = lines_of(chunk)[candidate.span.first : candidate.span.last + 1]
    for number, (line, text) in enumerate(zip(lines, candidate.text.split("\n"), strict=True), start=first):
        leads_away = line.comment and read_line(collapse(text)).blank  # `/// [Pier::moor]: crate::Pier::moor()`
        if number not in in_prose and line.tokens and not (line.mute or leads_away or sought.passes_over(line)):
            is_text, about = (
                documents_at(source, number)
                if source
                else (False, citations.definition_at(int(chunk.document), number))
            )
            text = without_comment_marks(text) if text.lstrip().startswith("* ") else text  # an example in a comment
            units.append(Said(" ".join(text.split()), False, number, number, about))
            whole = statement_at(source, number, LONGEST) if source and not is_text else None
            if whole and chunk.start_line <= whole.start_line and whole.end_line <= chunk.end_line:
                units.append(Said(whole.text, False, whole.start_line, whole.end_line, about))
    units = [unit for unit in dict.fromkeys(units) if len(unit.text) <= LONGEST]
    # A line is tried behind the whole that it is a part of, for it is no sentence.
    parts = {number for unit in units if unit.is_whole for number in range(unit.start_line, unit.end_line + 1)}

    def says_little(unit: Said) -> bool:
        if unit.is_comment:
            return len(words(unit.text)) < _FEW or is_directive(unit.text)
        if unit.text.startswith(DECORATES) and not weight_held(unit.text, sought):
            return True
        if _EMPTY.match(unit.text):
            return True
        return not unit.is_whole and (unit.start_line in parts or _only_names(unit, chunk, source))

    def weight(unit: Said) -> float:
        spoken = _SPOKEN * weight_held(unit.text, sought) if unit.is_comment else 0.0
        return worth_telling(unit.text, sought) + spoken

    if told == "all":
        units = [unit for unit in units if not _says_nothing(unit, source)]
    units.sort(key=lambda unit: (says_little(unit), -weight(unit), not unit.is_comment))
    units = [one for unit in units[:_TRIED] for one in _gone_on(unit, chunk, source, told)]
    if source is not None and not asks_log(sought.weights.keys()):
        units = [one for unit in units for one in _past_log(index, unit, chunk, source)]
    if told != "two" or source is None or not units:
        return units
    own = (first, last)
    return [*_with_beside(index, units[0], source, chunk, sought, own, around or own), *units]


def _says_nothing(unit: Said, source: Source | None) -> bool:
    """Whether a line alone tells nobody anything: `self.rope = rope`, a field or a parameter without a value, a comment
    that speaks to a linter, or has no word besides an address or the name of what it is about.
    """
    if unit.is_comment:
        return _ADDRESS.fullmatch(unit.text) is not None or is_directive(unit.text) or _says_its_name(unit)
    if _REPEATS.fullmatch(unit.text) or _END_OF_TAG.fullmatch(unit.text):
        return True
    node = None if source is None or not _VALUED.isdisjoint(unit.text) else source.node_of_line(unit.start_line)
    own, around = (unit.start_line, unit.end_line), [*ancestors(node)]
    beside = node.named_children if node is not None else []  # the mark behind it is of what is around it
    return any(_DECLARES.fullmatch(one.type) and lines_of_node(one) == own for one in [*around, *beside])


def _says_its_name(unit: Said) -> bool:
    return unit.about is not None and read_line(unit.text).terms <= read_line(unit.about.name).terms


def guard_around(index: Index, chunk: StoredChunk, said: Said) -> Guard | None:
    """The condition of its own definition under which a line runs or a comment stands, where that is not a part of what
    is said and stands near enough to be shown.
    """
    # Half the comments above an `if` are about its test or what runs otherwise: `three may enter` above `if many > 3`.
    source = source_of(index, int(chunk.document))
    if source is None or said.about is None or said.start_line <= said.about.start_line:
        return None
    node, top = source.node_of_line(said.start_line), max(chunk.start_line, said.about.start_line + 1)
    top = max(top, said.end_line - NEAR + 1)
    guard = guard_at(source, node, said.start_line)
    # The `if` of an `else` stands above a branch that may be long.
    return guard if guard is not None and top <= guard.start_line < said.start_line else None


def _begins(one: Spoken) -> bool:
    """Whether a sentence begins the documentation of a definition: those behind it say when it raises, say."""
    return one.about is not None and collapse(one.about.docstring).startswith(collapse(one.text))


def _gone_on(unit: Said, chunk: StoredChunk, source: Source | None, told: Told) -> Iterator[Said]:
    """What is said; a line that only opens something with the first statement of that, and no line alone that says
    nothing where no lines are shown.
    """
    only_names = not (unit.is_comment or unit.is_whole) and _only_names(unit, chunk, source)
    if not only_names:
        yield unit  # of a condition what follows from it is told
    opens = not unit.is_comment and (only_names or unit.text.endswith(_OPENS))
    whole = opened_at(source, unit.start_line, LONGEST) if source and opens else None
    if whole and whole.end_line <= chunk.end_line:
        yield replace(unit, text=whole.text, end_line=whole.end_line)
    is_setting = (source is None or source.root is None) and not unit.text.endswith(_OPENS)
    if only_names and (told != "all" or is_setting):
        yield unit


def _past_log(index: Index, unit: Said, chunk: StoredChunk, source: Source) -> Iterator[Said]:
    """What is said; before what a branch only writes to a log what it does next, alone and with it."""
    found = None if unit.is_comment else behind_log(source, unit.start_line, LONGEST)
    if found and found[1].end_line <= chunk.end_line and guard_around(index, chunk, unit):
        log, following = found
        # `return None` says little of why.
        if not only_ends(following.text):
            yield replace(unit, text=following.text, start_line=following.start_line, end_line=following.end_line)
        if len(log.text) + len(following.text) <= LONGEST and "`" not in log.text + following.text:
            text = f"`{log.text}`{LEFT_OUT}`{following.text}`"
            yield Said(text, True, unit.start_line, following.end_line, unit.about, is_joined=True)
    yield unit


def _before(source: Source, spoken: Sequence[Spoken]) -> Sequence[Spoken]:
    """The sentence of the same comment that the first one points back at; empty where it points at none."""
    if not spoken or not points_back(spoken[0].text):
        return []
    first = spoken[0]
    around = documentation_around(source, max(1, first.start_line - APART), first.start_line)
    before = around[: around.index(first)] if first in around else []
    return [one for one in before if one.about == first.about][-1:]


def _units(spoken: Sequence[Spoken], told: Told) -> list[Said]:
    """Sentences. Where no lines are shown one that points back stands behind the one before it, and all are one where
    they are of one definition.
    """
    if told != "all":
        return [_spoken([one]) for one in spoken]
    units = []
    for at, one in enumerate(spoken):
        both = _spoken(spoken[max(0, at - 1) : at + 1])
        units.append(both if points_back(one.text) and len(both.text) <= LONGEST else _spoken([one]))
    is_one = len(spoken) > 1 and len({one.about for one in spoken}) == 1
    return [*units, _spoken(spoken)] if is_one else units


def _spoken(sentences: Sequence[Spoken]) -> Said:
    first, last = sentences[0], sentences[-1]
    text = in_row([one.text for one in sentences], [one.text.startswith(_SET_APART) for one in sentences[1:]])
    return Said(text, True, first.start_line, last.end_line, first.about)


def _with_beside(
    index: Index,
    said: Said,
    source: Source,
    chunk: StoredChunk,
    sought: Sought,
    own: tuple[int, int],
    around: tuple[int, int],
) -> Iterator[Said]:
    """What is said with a sentence of a comment or docstring beside it, of the same definition and under the same
    condition.
    """
    held = partial(share_held, sought)
    near = [one for one in documentation_around(source, *around) if one.about == said.about]
    best = next((one for one in near if _spoken([one]) == said), None)
    pairs = list(with_others(best, near, chunk, held, own)) if best else []
    if said.is_comment and (below := _code_below(source, chunk, said)):
        pairs.insert(0, (LEFT_OUT.join((plain_text(said.text), below.text)), said.start_line, below.end_line))
    if not said.is_comment and head_told(source, chunk, said.start_line) is None:
        code = Spoken(f"`{said.text}`", said.start_line, said.end_line, said.about)
        # What the definition says of itself tells what a statement of it is for.
        telling = [one for one in near if held(one.text, said.text)]
        other = likeliest_beside(code, telling, chunk, held) or next(filter(_begins, near), None)
        if other and len(code.text) + len(plain_text(other.text)) <= ROOM:
            first, last = sorted((code, other), key=lambda one: one.start_line)
            text = LEFT_OUT.join((first.text, last.text))
            pairs.append((text, first.start_line, max(first.end_line, last.end_line)))
    guard = guard_around(index, chunk, said)
    for text, start, end in pairs:
        told = Said(text, True, start, end, said.about, is_joined=True)
        if guard_around(index, chunk, told) == guard:
            yield told


def _code_below(source: Source, chunk: StoredChunk, said: Said) -> Spoken | None:
    """The statement right below a comment, which it is about, where that sets a literal and there is room for both."""
    mark, line = source.node_of_line(said.end_line), said.end_line + 1
    following = source.node_of_line(line) if mark is not None and "comment" in mark.type else None
    if following is None or "comment" in following.type or line > chunk.end_line:
        return None
    whole = statement_at(source, line, LONGEST)
    text, end = (whole.text, whole.end_line) if whole else (" ".join(source.lines[line - 1].split()), line)
    node = source.enclosing(line)
    heads = node is not None and node.start_line == line and node.kind in CALLABLE_KINDS
    if heads or decides(statement_of(following)) or end > chunk.end_line:
        return None
    if text.endswith(_OPENS) or "`" in text or not _SETS.search(text):
        return None
    is_short = len(plain_text(said.text)) + len(text) <= ROOM
    return Spoken(f"`{text}`", line, end, said.about) if is_short else None


def _only_names(unit: Said, chunk: StoredChunk, source: Source | None) -> bool:
    """Whether a line is the first of a longer definition, its annotation aside, or only opens what follows: `auth:`,
    `settings = {`, a condition of which nothing can be told.
    """
    node, lines = unit.about, lines_of(chunk)[unit.start_line - chunk.start_line :]
    is_told = unit.text.startswith(DECORATES) and not _GIVEN.isdisjoint(unit.text)
    if node is not None and node.start_line == unit.start_line < node.end_line and not is_told:
        return True
    below = next((line for line in lines[1:] if not line.blank), lines[0])
    opens = unit.text.endswith(_OPENS) or below.indent > lines[0].indent
    return opens and (source is None or head_told(source, chunk, unit.start_line) is None)
