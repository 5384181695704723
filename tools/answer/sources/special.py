"""Kinds of question that have a better source than the ranked lines: tables, releases, messages, the graph, manifests.

One after the other is asked, and the first that answers comes first; each of them keeps silent about other questions.
What reads a source is imported when it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, EdgeKind, StoredChunk
from citeline.text import fold, has_digit, stem

from ...citations.passage import contains_name
from ...question.intents import Intent
from ...question.question import Question
from ...question.vocabulary.lexicon import Lexicon
from ...question.vocabulary.words import is_asking
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from ..overview.facts import project_names
from ..writing.phrases import names_its_subject, say
from .calls.asked import Told, edges_asked, kinds_asked, tests_asked
from .calls.callers import caller_drafts, definitions_of
from .exact_strings import exact_hits, message_hits
from .rival import Rival

if TYPE_CHECKING:
    from .cells import Cells

_VARIES: Final = re.compile(r"\S*[/\d]\S*")
"""A path, an address or a number that is quoted: what a program prints there is another one each time."""
_MOST_RAISED: Final = 3
_MOST_CHANGES: Final = 8
"""Of a release that are shown at once."""
_OF_CODES: Final[frozenset[Intent]] = frozenset(("error", "why", "when", "how", "topic", "definition", "locate"))
"""What a question for the code of an error may be read as."""
_FEW: Final = 3
"""Facts of the project behind which ranked lines stand: a question may ask for more (docs/answers_log.md)."""
_MOST_IMPORTERS: Final = 2
"""Of a file that is asked for by its path."""
_LISTED: Final[frozenset[Intent]] = frozenset(("list", "cell", "locate", "inherits"))
"""What a question for all environment variables is read as."""
_CHANGES: Final = frozenset({"changed_in", "changed_in_dated"})
_FILED: Final = frozenset({"written_by", "dated", "changed_on", "labelled"})
"""What a document says of itself at its head, and no change log of a release."""
_OF_SHORT: Final[frozenset[Intent]] = frozenset(("error", "why", "how", "locate", "topic", "definition"))
"""What is asked of a short text that is printed, and not of a value: how 'always' differs from 'if-changed'."""
_UNCOUNTED: Final = "rows are counted by what they are, and not by what they are not"
_NO_CELL: Final[frozenset[Intent]] = frozenset(("how", "why", "overview"))
"""What no cell of a table answers, however many words they share."""
_HARDLY_CELL: Final[frozenset[Intent]] = frozenset(
    ("error", "change", "compare", "definition", "path", "callers", "callees", "inherits", "uses")
)
"""What a cell answers only where it explains nearly all of the question: it was read as something else then."""
_NO_COLUMN: Final = "no_column"
"""Told only who asks for a cell before all: of five others, `when did Ana become a core dev`, all had an answer."""
_SURE_CELL: Final = 0.8
"""Score of such a cell: of 929 labelled questions all three are right from there on, and one of two from .75 on."""
_BORNE_CELL: Final = 0.72
"""Score from which a cell answers: of 47 labelled answers by one with less 13 begin with it, and 27 without it."""
_SURE_DATE: Final = 0.42
"""The chance of a question for a date, a version or a person from which an entry of a change log answers it: of 29
labelled answers by one, ten of thirteen above are full, and three of ten below."""
_PAGES: Final = frozenset({"markdown", "rst", "asciidoc", "html", "org", "man"})
_OF_PAGE: Final = 0.3
"""The chance that a cell is asked for, from which on one of a page is told before the ranked lines. Of 48 labelled
answers by such a cell whose row no name of the question calls 18 are full, and 34 without it; of 22 others 19 and 19,
of which 19 and 15 begin with it."""
_SHORT, _LEAST_SHORT = 2, 3
"""Words between commas, and how many of such pieces are a list."""


@dataclass(frozen=True, slots=True)
class Special:
    """What one of these sources says."""

    drafts: tuple[Draft, ...] = ()
    basis: str = ""
    """Which of them: `frame`, `cell`, `release`, `raised`, `string`, `graph`, `overview`."""
    whole: bool = False
    """Whether nothing needs to stand beside it."""
    not_stated: str = ""
    further: tuple[Draft, ...] = ()
    """What waits for `--all`."""
    left: int = 0
    """How many more a list has than all of these."""


@dataclass(frozen=True, slots=True)
class _Asked:
    index: Index
    question: Question
    chunks: Sequence[StoredChunk]
    lexicon: Lexicon | None
    sources: Collection[str]
    rival: Rival


_NO_RIVAL: Final = Rival()


def special_drafts(
    index: Index,
    question: Question,
    chunks: Sequence[StoredChunk],
    lexicon: Lexicon | None = None,
    sources: Collection[str] = (),
    rival: Rival = _NO_RIVAL,
) -> Special:
    """What the first source that knows has to say, empty for most questions. `chunks`: the best passages, in order."""
    asked = _Asked(index, question, chunks, lexicon, sources, rival)
    return next((found for source in _SOURCES if (found := source(asked)).drafts or found.not_stated), Special())


def _frames(asked: _Asked) -> Special:
    if not asked.question.frames:
        return Special()
    from .frames import frame_drafts

    drafts = frame_drafts(asked.index, asked.question.frames, asked.sources)
    raised = [draft for draft in _messages(asked).drafts if draft.fact["relation"] in ("raises", "logs")]
    corpus = corpus_of(asked.index)
    raised = [draft for draft in raised if not corpus.path_terms(draft.document).is_test]
    return Special((*drafts, *raised), "frame") if drafts else Special()


def _tests(asked: _Asked) -> Special:
    return _of_graph(tests_asked(asked.index, asked.question, asked.sources))


def _environment(asked: _Asked) -> Special:
    from .environment import environment_drafts

    listed = asked.question.intents[0] in _LISTED
    drafts, left = environment_drafts(asked.index, asked.question, asked.sources, listed=listed)
    return Special(tuple(drafts), "environment", whole=True, left=left)


def _members(asked: _Asked) -> Special:
    from .members import member_drafts, owned_drafts

    drafts, left = owned_drafts(asked.index, asked.question, asked.sources)
    if not drafts and _asks_for_several(asked.question):
        drafts, left = member_drafts(asked.index, asked.question, asked.chunks, asked.sources)
    return Special(tuple(drafts), "members", whole=True, left=left)


def _kinds(asked: _Asked) -> Special:
    """What extends the type that the words of a list are the name of: `which notification providers are there`."""
    if not _asks_for_several(asked.question):
        return Special()
    from .members import types_called

    return _of_graph(kinds_asked(asked.index, types_called(asked.index, asked.question), asked.sources))


def _asks_for_several(question: Question) -> bool:
    """Whether a list is asked for, and by a plural where `what database does it use by default` may ask for one."""
    if not question.asks_for("list"):
        return False
    return _has_plural(question) or question.language != "en" or not question.asks_for("value")


def _has_plural(question: Question) -> bool:
    said = (word.lower() for word in question.english_words if not is_asking(word))
    return any(word.endswith("s") and stem(word) != word for word in said)


def _edges(asked: _Asked) -> Special:
    return _of_graph(edges_asked(asked.index, asked.question, asked.sources))


def _of_graph(told: Told) -> Special:
    return Special(told.drafts, "graph" if told.is_of_graph else "", whole=told.is_whole, left=told.left)


def _cells(asked: _Asked) -> Special:
    question = asked.question
    if question.is_for_code or "task" in question.cues or question.intents[0] in _NO_CELL or _is_of_project(asked):
        return Special()
    from ...question.tables.asked import read_asked
    from .cells import cell_drafts
    from .joined import joined_drafts

    doubtful = question.intents[0] in _HARDLY_CELL and not read_asked(question, asked.lexicon).says_year
    if doubtful and question.asks_for(*_NO_CELL):
        return Special()
    # Before single tables: the rows of one of them without the record would fit some words of the question.
    if not doubtful and (joined := joined_drafts(asked.index, question, asked.sources, asked.lexicon)):
        return Special(joined, "cell", whole=True)
    found = cell_drafts(asked.index, question, asked.sources, asked.lexicon)
    if doubtful and (found.not_stated or found.score < _SURE_CELL):
        return Special()
    if found.computed and question.denies_something and not found.denies:
        return Special(not_stated=_UNCOUNTED)
    is_of_page = not found.computed and _is_of_page(asked, found)
    if is_of_page and not _is_named(question, found):
        return Special()  # the ranked lines have its rows too
    if found.words and asked.rival.has_more_than(found.words, found.documents, computed=found.computed):
        return Special()
    if found.not_stated is not None and (
        question.intents[0] == "whether"
        or (found.not_stated.fact["relation"] == _NO_COLUMN and question.intents[0] != "cell")
        or _is_defined(asked.index, found.not_stated.fact["subject"])
    ):
        return Special()  # another place of the corpus may tell of it
    if found.not_stated is not None:
        return Special((found.not_stated,), "no cell", not_stated=say(found.not_stated.fact, "en"))
    is_borne = found.score >= _BORNE_CELL and found.is_plain and question.intents[0] != "compare"
    if is_borne and question.language == "en" and question.asks_for("list") and _has_plural(question):
        is_borne = len(found.drafts) > 1 or _tells_several(found.drafts[0])
    if is_of_page and not is_borne:
        return Special()
    return Special(found.drafts, "cell" if is_borne else "likely cell", whole=bool(found.drafts) and is_borne)


def _is_of_page(asked: _Asked, found: Cells) -> bool:
    """Whether a table stands in a page that somebody wrote as text, and not in a sheet, a report or a file of rows."""
    return any(corpus_of(asked.index).documents[one].language in _PAGES for one in found.documents)


def _tells_several(draft: Draft) -> bool:
    """Whether a row is a list, or one of its cells has one: `Valid values: wrr (default), p2c, leasttime`."""
    pieces = f"{draft.fact['subject']}, {draft.fact['object']}".split(",")
    return draft.fact["relation"] == "listed" or sum(len(one.split()) <= _SHORT for one in pieces) >= _LEAST_SHORT


def _is_named(question: Question, found: Cells) -> bool:
    """Whether a cell is asked for, or a row of the table is called by a name of the question, or by what has a
    figure, as `PR-4827`.
    """
    said = [*(one.text for one in question.names), *filter(has_digit, question.own_words)]
    facts = [draft.fact for draft in (*found.drafts, *filter(None, [found.not_stated]))]
    is_called = any(contains_name(fact["subject"], name) for fact in facts for name in said)
    return is_called or question.chances.get("cell", 0.0) >= _OF_PAGE


def _is_defined(index: Index, name: str) -> bool:
    """Whether a definition or a section is called so."""
    nodes = index.structure.nodes_folded([fold(name)])
    return any(node.name == name and node.kind in DEFINITION_KINDS | {"heading"} for node in nodes)


def _filed_alone(asked: _Asked) -> Special:
    """What only documents are meant by, `documents from 2024`: in any table a row has 2024."""
    return _filed(asked, before_tables=True)


def _filed(asked: _Asked, *, before_tables: bool = False) -> Special:
    from .filed import filed_drafts

    found = filed_drafts(asked.index, asked.question, asked.sources, asked.lexicon, before_tables=before_tables)
    if found.not_stated and found.drafts:
        return Special(found.drafts, "none filed", whole=True, not_stated=say(found.drafts[0].fact, "en"))
    basis = "told in" if found.by_text else "filed"
    return Special(found.drafts, basis, whole=bool(found.drafts), left=found.left)


def _dates(asked: _Asked) -> Special:
    from .dated.dates import dated_asked

    dated = dated_asked(asked.index, asked.question, asked.sources, asked.lexicon)
    if dated is None:
        return Special()
    changes, left = dated.all_of_release()
    if changes:
        shown, further = tuple(changes[:_MOST_CHANGES]), tuple(changes[_MOST_CHANGES:])
        return Special(shown, "release", whole=True, further=further, left=left)
    drafts = dated.drafts()
    if drafts and drafts[0].fact["relation"] in _CHANGES and not _asks_for_change(asked.question):
        drafts = []
    if not drafts and (absent := dated.absent()):
        return Special((absent,), "release", whole=True, not_stated=say(absent.fact, "en"))
    is_filed = bool(drafts) and drafts[0].fact["relation"] in _FILED
    if not is_filed and "how_to" in asked.question.cues and not asked.question.asks_for("date"):
        return Special()  # `how do I turn on the notice of a newer version` is told by no release
    is_day = bool(drafts) and drafts[0].fact["relation"] == "released"
    return Special(tuple(drafts), "filed" if is_filed else "release", whole=is_day)


def _asks_for_change(question: Question) -> bool:
    """Whether a question is for when something was changed; when it will be, stands in no entry of a change log."""
    return question.chances.get("date", 0.0) >= _SURE_DATE and "ahead" not in question.cues


def _messages(asked: _Asked) -> Special:
    # What `Cart.checkout` raises is no question for where `Cart.checkout` is printed.
    defined = ((one.text, definitions_of(asked.index, one.text)) for one in asked.question.names)
    functions = {name for name, nodes in defined if any(node.kind in CALLABLE_KINDS for node in nodes)}
    named = functions | {one.text for one in asked.question.names if one.kind == "option"}
    texts = [text for text in asked.question.quoted if text not in named and not _VARIES.fullmatch(text)]
    hits = exact_hits(asked.index, texts, asked.sources, short=asked.question.intents[0] in _OF_SHORT) if texts else []
    if not hits:
        return Special()
    from .raised import raised_drafts

    drafts = raised_drafts(asked.index, hits, asked.sources)[:_MOST_RAISED]
    is_raised = bool(drafts) and drafts[0].fact["relation"] == "raises"
    return Special(tuple(drafts), "raised" if is_raised else "string")


def _pasted(asked: _Asked) -> Special:
    """What raises or logs a message that is all of a question, without marks around it, and what is known of the code
    of an error.
    """
    question = asked.question
    codes = [one.text for one in question.names if one.text.isupper() and not one.text.isalpha()]
    if len(codes) == 1 and question.intents[0] in _OF_CODES and not question.frames:
        from .codes import code_drafts

        if drafts := code_drafts(asked.index, codes[0], asked.sources, is_error=question.asks_for("error")):
            return Special(tuple(drafts), "raised")
    from .raised import raised_drafts

    for sentence in question.pasted if not question.frames else ():
        hits = message_hits(asked.index, sentence, asked.sources)
        drafts = raised_drafts(asked.index, hits, asked.sources)[:_MOST_RAISED]
        if drafts and drafts[0].fact["relation"] in ("raises", "logs", "returns"):
            return Special(tuple(drafts), "raised")
    return Special()


def _overview(asked: _Asked) -> Special:
    from ..overview import overview_drafts

    drafts = _inside(asked, overview_drafts(asked.index, asked.question))
    is_said = _is_of_project(asked) and any(names_its_subject(draft.fact) for draft in drafts[:1])
    # How something is done is more than a few sentences of a page; a command is all of it.
    is_begun = "task" in asked.question.cues and drafts[:1] and not drafts[0].fact["relation"].startswith("to_")
    return Special(drafts, "definition" if is_said else "overview", whole=len(drafts) > _FEW and not is_begun)


def _required(asked: _Asked) -> Special:
    from ..overview.asked import required_drafts

    drafts = _inside(asked, required_drafts(asked.index, asked.question))
    is_required = any(draft.fact["relation"] == "requires" for draft in drafts[:1])
    return Special(drafts, "overview") if is_required else Special()


def _is_of_project(asked: _Asked) -> bool:
    """Whether the definition of the project itself is asked for."""
    return asked.question.definition.lower() in project_names(asked.index)


def _inside(asked: _Asked, drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """Those that stand in the sources that are asked."""
    is_in = corpus_of(asked.index).is_in
    return tuple(draft for draft in drafts if is_in(draft.document, asked.sources))


def _path(asked: _Asked) -> Special:
    """The file or the folder whose path is all that a question has, and what imports it: `who imports lib/a.js` says
    more.
    """
    if "/" not in asked.question.about and not any(one.kind == "path" for one in asked.question.names):
        return Special()
    from ..overview.path_asked import path_asked

    found = path_asked(asked.index, asked.question, asked.sources)
    if found is None:
        return Special()
    from .steps import script_drafts

    kinds: tuple[EdgeKind, ...] = ("imports",)
    runs, importers = list[Draft](), list[Draft]()
    for one in found.files:
        runs += script_drafts(asked.index, int(one.id))
        importers += caller_drafts(asked.index, [one.path], asked.sources, kinds=kinds, limit=_MOST_IMPORTERS).drafts
    return Special((*found.drafts, *runs, *importers), "overview", whole=True)


def _part(asked: _Asked) -> Special:
    from ..overview.path_asked import part_drafts

    return Special(tuple(part_drafts(asked.index, asked.question, asked.sources)), "overview")


def _task(asked: _Asked) -> Special:
    from ..overview.tasks import task_drafts

    return Special(_inside(asked, task_drafts(asked.index, asked.question)), "overview")


_SOURCES: Final[tuple[Callable[[_Asked], Special], ...]] = (
    _frames,
    _pasted,
    _path,
    _tests,
    _environment,
    _members,
    _kinds,
    _edges,
    _filed_alone,
    _required,
    _cells,
    _filed,
    _dates,
    _messages,
    _part,
    _overview,
    _task,
)
