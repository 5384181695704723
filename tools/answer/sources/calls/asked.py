"""What a question asks of the graph: the ends of an edge, the tests that use a name, the kinds of a type."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from citeline.indexing.reader import Index
from citeline.model import EdgeKind
from citeline.text import terms, terms_of, unique

from ....citations.passage import contains_name
from ....question.intents import Intent
from ....question.question import Question
from ....question.vocabulary.words import is_asking
from ...draft import Draft
from ...overview.facts import project_names
from .callers import CALLS, USES, Direction, caller_drafts, definitions_of, heir_drafts, members_of_others
from .handed_on import handed_on_drafts, uncalled

EDGES: Final[dict[Intent, tuple[Direction, tuple[EdgeKind, ...]]]] = {
    "callers": ("in", ("calls",)),
    "callees": ("out", ("calls",)),
    "inherits": ("in", ("inherits",)),
    "imports": ("in", ("imports",)),
    "uses": ("in", USES),
}
"""What asks for an edge of the graph, with its direction and kinds."""
_OF_PROJECT: Final = 0.6
"""The chance of one kind of edge below which the project's name is none end of it, nor a word that nothing marks as a
name: `what does SOPS support`, `telnet 控制台监听哪个端口`.
"""
_LEAST_EDGE: Final = 0.55
"""The chance of any edge below which none is told: of 52 labelled answers by edges seven lay below, and none of these
was better for it."""
_EITHER_WAY: Final[frozenset[Intent]] = frozenset(("inherits", "imports", "uses"))
"""`what extends Cart` and `what does Cart extend` ask for the two ends of the same edges."""
_TESTED: Final[tuple[Intent, ...]] = ("locate", "callers", "uses", "list")
"""What `where is it tested` and `which tests use it` are read as."""
_LEAST_KINDS: Final = 3
"""Types that extend another, from which on they are its kinds."""


class Told(NamedTuple):
    """What is told of a question that the graph may answer."""

    drafts: tuple[Draft, ...] = ()
    left: int = 0
    """How many more there are."""
    is_whole: bool = True
    """Whether nothing needs to stand beside it."""
    is_of_graph: bool = True
    """Whether an edge says it, or that there is none; else the text alone."""


def tests_asked(index: Index, question: Question, sources: Collection[str]) -> Told:
    """The tests that use a name, where they are asked for and not the code."""
    if not _asks_for_tests(question):
        return Told()
    names = [name.text for name in question.names if name.kind == "symbol" or name.text == question.about]
    for kinds in (CALLS, USES):
        found = caller_drafts(index, names, sources, kinds=kinds, of_tests=True)
        if found.drafts:
            return Told(found.drafts, found.tests - found.shown)
    return Told()


def kinds_asked(index: Index, names: Sequence[str], sources: Collection[str]) -> Told:
    """What extends the first of the types, where that is several."""
    found = caller_drafts(index, names[:1], sources, kinds=("inherits",))
    return Told(found.drafts, found.total - found.shown) if found.total >= _LEAST_KINDS else Told()


def _asks_for_tests(question: Question) -> bool:
    return "tests" in question.cues and question.asks_for(*_TESTED)


def edges_asked(index: Index, question: Question, sources: Collection[str]) -> Told:
    """The far ends of the edges that a question asks for, and who is given a function that nobody calls."""
    intents: list[Intent] = [one for one in question.intents if one in EDGES]
    if question.asks_for("whether") and all(one.kind == "word" for one in question.names):
        return Told()  # `does the ignore file matter to serve` asks for no edge of `serve`
    if not intents or _asks_for_tests(question) or question.is_denied:
        return Told()
    if "outgoing" not in question.cues and sum(question.chances.get(one, 0.0) for one in EDGES) < _LEAST_EDGE:
        return Told()  # `what error is thrown when next() is called twice` asks for no caller
    direction, kinds = EDGES[intents[0]]
    if intents[0] in _EITHER_WAY and "outgoing" in question.cues:
        if not question.about:
            return Told()  # `what does Cart use to store its items`: more is asked than what it uses
        direction = "out"
    left_out = question.left_out
    names = unique(filter(None, [question.about, *(name.text for name in question.names)]))
    names = [name for name in names if not contains_name(left_out, name)]
    if max(question.chances.get(one, 0.0) for one in EDGES) < _OF_PROJECT:
        vague = {*project_names(index)} | {one.text.lower() for one in question.names if one.kind == "word"}
        names = [name for name in names if name.lower() not in vague]
    names = [*members_of_others(index, names), *names]
    around = terms_of(word for word in question.english_words if not is_asking(word))
    without = terms(left_out)
    found = caller_drafts(index, names, sources, direction=direction, kinds=kinds, around=around, without=without)
    if not found.drafts and direction == "in" and kinds == ("inherits",):
        found = heir_drafts(index, names, sources)
    drafts = found.drafts
    if found.name and direction == "in" and "calls" in kinds:
        defined = definitions_of(index, found.name, kinds)
        only = defined[0] if len(defined) == 1 else None
        known = found.total > 0
        handed = tuple(handed_on_drafts(index, only, sources, inside=known)) if only else ()
        drafts = (*drafts, *handed) if known else (*handed, *drafts)
        if not drafts and intents[0] == "callers":
            if only and (likely := handed_on_drafts(index, only, sources, called=True)):
                return Told(tuple(likely), is_of_graph=False)
            return Told(tuple(map(uncalled, defined[:1])), is_whole=False)
    return Told(drafts, max(0, found.total + (0 if found.total else found.tests) - found.shown))
