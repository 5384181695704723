"""Where a message comes from: the statement that raises or logs it, its condition, and what calls that function.

A message that is built in one place and raised in another (a constant, an exception class, an attribute, the text of an
enum's member) is followed by the name that it is bound to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, Literal, TypeAlias

from tree_sitter import Node

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import TYPE_KINDS, StoredNode
from citeline.patterns import re
from citeline.state import Fact
from citeline.text import ascii_names, last_part, split_identifier

from ...citations.passage import contains_name
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from ..reading.documentation import is_prose_node
from ..reading.guards import guard_at, is_definition, run_instead, statement_of
from ..reading.lines import shortened
from ..reading.statements import statement_at
from ..reading.syntax import Source, ancestors, lines_of, source_of, text_of
from .calls.callers import caller_drafts
from .exact_strings import ExactHit, lines_with
from .stated_in import LONGEST, MOST_LINES, key_at, literal_of, stated_in

Verb: TypeAlias = Literal["raises", "logs", "returns"]
_OF_TYPES: Final = frozenset({"type_annotation", "type_predicate", "type_predicate_annotation"})
_MOST_PLACES: Final = 8
_MOST_CALLERS: Final = 2
_MOST_USES: Final = 3

_VERBS: Final[tuple[tuple[Verb, re.Pattern[str]], ...]] = (
    (
        "raises",
        re.compile(
            r"\b(?:raise\b|throw\b|throws\b|panic\b|panic!|bail!|unreachable!|todo!|abort\b|croak\b|confess\b|die\b|reject\b|fatalError\b"
            r"|compileError\b|compile_error!|static_assert\b|(?:raise|throw|report|signal|fatal)_?[eE]rror\w*!?\s*\("
            r"|(?:debug_)?assert\w*!?\s*\(|assert\b|\bValidate\.\w+\s*\(|ensure!?\s*\(|require\w*\s*\(|check\w*\s*\(|precondition\w*\s*\(|expect\s*\(|fail\s*\("
            r"|Err\s*\(|Left\s*\(|failure\s*\(|errors?\.New\b|\w*Errorf\b|new\s+\w*(?:Error|Exception)\b|\b(?!(?:is|has)[A-Z_])\w*(?:Error|Exception)(?:(?:::new)?\s*\(|::new\b))"
        ),
    ),
    (
        "logs",
        re.compile(
            r"\b\w*(?:(?<![sS])(?<![sS]n)[pP]rint|[lL]og|[wW]arn|[nN]otify|LOG|WARN)\w*!?\s*\(|\b(?:debug|info|trace|error|fatal|notice|syslog|NSLog)!?\s*\("
            r"|\b\w*(?:[lL]og|[lL]ogger|console|stderr|tracing)(?:\.|->|::|<<)|\b(?:puts|echo|print)\s+[\"'$]"
        ),
    ),
    ("returns", re.compile(r"\breturn\b")),
)
"""How programming languages raise and log, in the order in which a statement is read."""
_RAISES_NOW: Final = re.compile(r"(?:raise|throw|panic|die|abort|assert|[\w.]+!?\s*\()")
_EXCEPTION: Final = re.compile(
    r"\b(?:raise|throw|new|Err\s*\(|reject\s*\(|panic!?)\s*\(?\s*(?:new\s+)?(?P<name>[A-Za-z_][\w.:]*)(?=\s*(?:::new)?[({!,\s;]|$)"
    r"|\b(?P<made>(?:[A-Za-z_]\w*(?:\.|::))*\w*(?:Error|Exception))\s*(?:(?:::new)?[({]|::new\b)"
)
_BOUND: Final[tuple[tuple[str, str], ...]] = tuple(
    (left, right) for left in ("name", "left", "key", "pattern", "field", "property") for right in ("value", "right")
)
_DEFINED_BELOW: Final = re.compile(
    r"\b(?:struct|enum|class|type|const|static|val|let|fn|def)\s+([A-Za-z_]\w*)|^\s*([A-Z]\w*)\b"
)
_FORMATS: Final = re.compile(r"S?[pP]rintf?|[fF]ormat\w*|\w*Errorf|compileError")
"""What makes a message of its parts, and is no exception."""
_TELLS: Final = re.compile(
    r"__init__|__str__|constructor|new|init|initialize|fmt|to_?[sS]tring|String|Error|what|explain|(?:get_?|format_?)?[mM]essage|[dD]escription"
)
"""Functions whose text is that of the type that they belong to: it is raised where the type is."""
_PARTS: Final = re.compile(r"[.$/]")
_NO_NAME: Final = re.compile(r"[^\w:.]")
_BELOW: Final = 6
_IMPORTS: Final = re.compile(
    r"^\s*(?:import|from|use|pub use|require|include|export\s*\{|package)\b|.*=\s*require\s*\(\s*[\"'`]"
)
_COMMENT: Final = re.compile(r"(?:\w+_)?comment\w*|heredoc_body")
_ATTRIBUTE: Final = re.compile(r"attribute(?:_item|_list)?|annotation|marker_annotation|decorator")


@dataclass(frozen=True, slots=True)
class Place:
    """What a statement does with a message or a name."""

    verb: Verb | None
    draft: Draft
    function: StoredNode | None
    bound: str = ""
    """The name that the message is bound to, where the statement does nothing with it."""
    is_prose: bool = False
    """A comment."""


def raised_drafts(index: Index, hits: Sequence[ExactHit], sources: Collection[str] = ()) -> list[Draft]:
    """What raises or logs the text of the hits, under which condition, and where documents state it, in the order of
    the hits; behind the first the nearest callers of its function. Empty without hits.
    """
    found: list[Draft] = []
    callers: list[Draft] = []
    at = 0
    for hit in hits[:_MOST_PLACES]:
        source = source_of(index, hit.document)
        if source is None:
            continue
        if hit.kind != "code":
            used = _of_key(index, source, hit, sources) if source.document.format == "data" else []
            found += [*used[:1], stated_in(source, hit), *used[1:]]
            continue
        place = _place(source, hit)
        uses = list(_uses(index, source, place.bound, hit, sources)) if place.bound else []
        found += [*(use.draft for use in uses[:1]), place.draft, *(use.draft for use in uses[1:])]
        functions = [one.function for one in (uses or [place]) if one.function is not None and not place.is_prose]
        if functions and not callers:
            callers = _callers(index, functions[0], sources)
            at = len(found)
    return _each_once([*found[:at], *callers, *found[at:]] if callers else found)


def draft_at(source: Source, line: int, around: int) -> Draft:
    """What a line does: what it raises, and when; else its code and `around` lines of its function beside it."""
    node = source.node_of_line(line)
    statement = statement_of(node)
    head = text_of(statement) if statement is not None else ""
    if _VERBS[0][1].match(head) and (exception := _exception(head)):
        return _said(source, node, statement, head, line, line, exception).draft
    function = source.enclosing(line)
    first, last = (function.start_line, function.end_line) if function else (1, len(source.lines))
    whole = statement_at(source, line, LONGEST)
    subject = function.qualified_name if function else source.document.path
    said = whole.text if whole else shortened(" ".join(source.lines[line - 1].split()), LONGEST)
    start, end = (whole.start_line, whole.end_line) if whole else (line, line)
    start, end = min(start, max(line - around, first)), max(end, min(line + around, last))
    return Draft.of("code", subject, said, source.document.id, start, end)


def _each_once(drafts: Sequence[Draft]) -> list[Draft]:
    """Without those whose lines an earlier one about the same thing shows."""
    chosen: list[Draft] = []
    for one in drafts:
        if not any(
            other.document == one.document
            and other.start_line <= one.start_line
            and one.end_line <= other.end_line
            and (other.fact["object"] == one.fact["object"] or other.fact["relation"] == one.fact["relation"])
            for other in chosen
        ):
            chosen.append(one)
    return chosen


def _callers(index: Index, function: StoredNode, sources: Collection[str]) -> list[Draft]:
    callers = caller_drafts(index, [function.qualified_name], sources)
    near = sorted(callers.drafts, key=lambda draft: draft.document != function.document)
    return near[:_MOST_CALLERS] if callers.total else []


def _place(source: Source, hit: ExactHit) -> Place:
    node = source.node_at(hit.start_line, hit.start_column, hit.end_line, hit.end_column)
    if any(map(is_prose_node, ancestors(node))):
        return Place(None, stated_in(source, hit), None, is_prose=True)
    before = source.lines[hit.start_line - 1][: hit.start_column]
    statement = statement_of(node)
    head = _text_before(statement, node, source, hit) if statement is not None else before
    place = _said(source, node, statement, head, hit.start_line, hit.end_line, literal_of(source, hit))
    within = source.enclosing(hit.start_line, callable_only=True)
    in_attribute = any(map(_is_attribute, ancestors(node)))
    # `var ErrNoFile = errors.New("…")` raises nothing yet.
    if place.verb is None or in_attribute or (within is None and not _RAISES_NOW.match(head.lstrip())):
        place.draft.fact["relation"] = "stated"
        return Place(None, place.draft, place.function, _bound_to(source, node, hit))
    # What a type says of itself when it is shown is raised where the type is.
    if place.verb == "returns" and within is not None and _TELLS.fullmatch(within.name):
        return replace(place, bound=_bound_to(source, node, hit))
    return place


def _text_before(statement: Node, node: Node | None, source: Source, hit: ExactHit) -> str:
    """The statement up to the hit."""
    first = lines_of(statement)[0]
    lines = list(source.lines[first - 1 : hit.start_line])
    lines[-1] = lines[-1][: hit.start_column]
    return "\n".join(lines)


def _said(
    source: Source, node: Node | None, statement: Node | None, head: str, start: int, end: int, message: str
) -> Place:
    """The draft of a statement that raises or logs; without a verb it only states."""
    verbs: list[Verb] = [verb for verb, pattern in _VERBS if pattern.search(head)]
    verb = verbs[0] if verbs else None
    function = source.enclosing(start, callable_only=True) or source.enclosing(start)
    exception = _exception(head) if verb == "raises" else ""
    fact: Fact = {
        "relation": verb or "stated",
        "subject": (function.qualified_name if function else "") or source.document.path,
        "object": exception or message,
    }
    if statement is not None:
        first, last = lines_of(statement)
        start, end = (first, last) if last - first < MOST_LINES else (start, min(end, start + MOST_LINES - 1))
    guard = guard_at(source, node, start)
    also: tuple[tuple[int, int], ...] = ()
    if guard is not None:
        fact["condition"] = guard.condition
        if end - guard.head_line >= MOST_LINES:
            also = ((guard.head_line, guard.head_line),)
        if end - guard.start_line < MOST_LINES:
            start = min(start, guard.start_within(end, MOST_LINES))
    while start > 1 and end - start + 2 <= MOST_LINES and _is_comment(source, start - 1):
        start -= 1
    return Place(verb, Draft(fact, int(source.document.id), start, end, also=also), function)


def _is_comment(source: Source, line: int) -> bool:
    node = source.node_of_line(line) if source.lines[line - 1].strip() else None
    return node is not None and _COMMENT.fullmatch(node.type) is not None


def _exception(head: str) -> str:
    """The type that a statement raises, the last that is named; empty when it names none."""
    names = [found["name"] or found["made"] for found in _EXCEPTION.finditer(f"{head} ")]
    # `makeError("…")` is a function, and no type.
    types = (name.rstrip(".:") for name in reversed(names) if last_part(name)[:1].isupper())
    return next((name for name in types if not _FORMATS.fullmatch(last_part(name))), "")


def _bound_to(source: Source, node: Node | None, hit: ExactHit) -> str:
    """The name that a message is reached by elsewhere: a constant, a variable, a key, what an attribute stands above,
    the type whose constructor or text it is.
    """
    for around in ancestors(node):
        for left, right in _BOUND:
            name, value = around.child_by_field_name(left), around.child_by_field_name(right)
            inside = node is not None and value is not None and value.start_byte <= node.start_byte < value.end_byte
            if name is not None and inside and (found := ascii_names(text_of(name))):
                # `Self::Missing { field } => write!(…)`: the variant, not what it holds.
                return found[0] if around.type != "match_arm" else last_part(_NO_NAME.split(text_of(name))[0])
        if _is_attribute(around):
            return _below(source, lines_of(around)[1])
    return _type_of(source, hit)


def _is_attribute(node: Node) -> bool:
    """Whether it stands above what it is about; Python calls `text.format` one, too."""
    return _ATTRIBUTE.fullmatch(node.type) is not None and node.child_by_field_name("object") is None


def _type_of(source: Source, hit: ExactHit) -> str:
    """The type whose constructor or text has the message; empty in any other function."""
    owner = source.enclosing(hit.start_line)
    within = source.enclosing(hit.start_line, callable_only=True)
    if within is not None and not (_TELLS.fullmatch(within.name) or _is_type(within.name)):
        return ""
    types = [one for one in source.nodes if one.kind in TYPE_KINDS and one.start_line <= hit.start_line <= one.end_line]
    if types:
        return max(types, key=lambda one: one.start_line).name
    if owner is not None and (parts := owner.qualified_name.split("."))[:-1]:
        return parts[-2]
    return owner.name if owner is not None else _below(source, hit.end_line)


def _below(source: Source, line: int) -> str:
    """What is defined next below a line."""
    for text in source.lines[line : line + _BELOW]:
        if not text.lstrip().startswith(("#", "@", "//", "[")) and (found := _DEFINED_BELOW.search(text)):
            return found[1] or found[2]
    return ""


def _uses(index: Index, home: Source, name: str, hit: ExactHit, sources: Collection[str]) -> Iterator[Place]:
    """The places outside tests that raise, return or log what a name is bound to, the nearest first.

    What the function that binds it uses below is its own: `msg` of another one is another message.
    """
    if own := list(_own_lines(home, name, hit)):
        places = [place for line in own if (place := use_at(home, name, line))]
        # What it hands to `super().__init__(message)`, or returns where the type is shown, is raised where the type is.
        shown = "" if any(place.verb != "returns" for place in places) else _type_of(home, hit)
        yield from (_with_message(home, place, name, hit) for place in (() if shown else places[:_MOST_USES]))
        name = shown
    if not name or (name.islower() and split_identifier(name) == [name]):
        return  # `{ msg = "…" }`: any other `msg` is another one
    corpus = corpus_of(index)
    found: list[tuple[bool, bool, bool, int, Place]] = []
    for document, line in lines_with(index, name, sources):
        source = source_of(index, document)
        if source is None or (document == hit.document and hit.start_line <= line <= hit.end_line):
            continue
        place = use_at(source, name, line)
        if place is None or (source.document.id != home.document.id and _has_own(source, name)):
            continue
        path = corpus.path_terms(document)
        # A test that asserts something of the name raises nothing.
        if not path.is_test and corpus.chunk_at(document, line) not in corpus.inline_tests:
            found.append((path.is_example, place.verb == "logs", document != int(home.document.id), line, place))
    found.sort(key=lambda item: item[:4])
    yield from (place for *_, place in found[:_MOST_USES])


def _of_key(index: Index, home: Source, hit: ExactHit, sources: Collection[str]) -> list[Draft]:
    """What has the key that a text stands under in a file of messages as a string, also without the key around all of
    them, which is a language; else what raises the type that it ends in.
    """
    whole = key_at(home, hit.start_line)
    corpus = corpus_of(index)
    for key in (whole, whole.partition(".")[2]):
        quoted = re.compile(rf"[\"'`]{re.escape(key)}[\"'`]")
        lines = lines_with(index, key, sources) if len(split_identifier(key)) > 1 else ()
        places = ((source_of(index, one), line) for one, line in lines if not corpus.path_terms(one).is_aside)
        used = [(source, line) for source, line in places if source and quoted.search(source.lines[line - 1])]
        if used:
            return [draft_at(*one, 0) for one in used[:_MOST_USES]]
    types = (part for part in reversed(_PARTS.split(whole)) if _is_type(part))
    return [one.draft for name in islice(types, 1) for one in _uses(index, home, name, hit, sources)]


def _has_own(source: Source, name: str) -> bool:
    """Whether a document has a type of its own by the name."""
    return any(node.name == name and node.kind in TYPE_KINDS for node in source.nodes)


def _own_lines(home: Source, name: str, hit: ExactHit) -> Iterator[int]:
    """Where the function around a hit has a variable below it, until that is bound again; branches that run only where
    that of the hit does not are left out.
    """
    function = None if _is_type(name) else home.enclosing(hit.start_line, callable_only=True)
    node = home.node_at(hit.start_line, hit.start_column, hit.end_line, hit.end_column)
    elsewhere = run_instead(node) if function else ()
    for line in range(hit.end_line + 1, function.end_line + 1 if function else 0):
        text = home.lines[line - 1]
        if any(first <= line <= last for first, last in elsewhere):
            continue
        if re.match(rf"\s*(?:\w+\s+)*{re.escape(name)}\s*(?::[^=]*)?=(?!=)", text):
            return
        if contains_name(text, name):
            yield line


def use_at(source: Source, name: str, line: int) -> Place | None:
    """The place of a line that raises, returns or logs a name; None where it does nothing with it."""
    text = source.lines[line - 1]
    column = text.find(name)
    if _IMPORTS.match(text):
        return None
    node = source.node_at(line, column, line, column + len(name))
    if any(map(is_prose_node, ancestors(node))) or _is_head(node):
        return None
    statement = statement_of(node)
    if statement is None or _in_head(statement) or lines_of(statement)[1] - lines_of(statement)[0] >= MOST_LINES * 2:
        return None
    head = "\n".join(source.lines[lines_of(statement)[0] - 1 : line])
    place = _said(source, node, statement, head, line, line, name)
    if place.verb is None:
        return None
    if _is_type(name):
        place.draft.fact["object"] = name
    return place


def _is_type(name: str) -> bool:
    """Whether a name is one of a type or a variant, and no constant with the message."""
    return name[:1].isupper() and not name.isupper()


def _with_message(home: Source, place: Place, name: str, hit: ExactHit) -> Place:
    """A place with the lines of the message that it names, where they are near."""
    draft = place.draft
    if draft.end_line - hit.start_line >= MOST_LINES:
        return place
    fact = {**draft.fact, "object": literal_of(home, hit)} if draft.fact["object"] == name else draft.fact
    return replace(place, draft=replace(draft, fact=fact, start_line=min(draft.start_line, hit.start_line)))


def _in_head(statement: Node) -> bool:
    """Whether what stands for a statement is of what a definition takes and gives: nothing runs there."""
    around = statement.parent
    return around is not None and is_definition(around) and around.child_by_field_name("body") not in (None, statement)


def _is_head(node: Node | None) -> bool:
    """Whether a name stands where it is defined, or as the type of what is given back: `function checkAnswer(answer)`
    checks nothing yet, and one of `error is NetworkError` returns none.
    """
    if any(one.type in _OF_TYPES for one in ancestors(node)):
        return True
    around = node.parent if node is not None else None
    return around is not None and is_definition(around) and around.child_by_field_name("name") == node
