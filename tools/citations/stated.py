"""Do the cited lines bear out the fact that a claim was rendered from? The sentence itself is not read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, dropwhile
from typing import Final, cast

from citeline.data_files import shipped_table
from citeline.indexing.parsers.languages import language_of, language_row
from citeline.markup import plain_prose, plain_text
from citeline.patterns import re
from citeline.state import SUPPORTS, Fact, Supports
from citeline.text import fold, has_word, words

from .facts import Fact as TypedFact
from .facts import Relation
from .governed import DENIED, is_governed, is_led
from .passage import Passage, as_read, blocks_of, collapse, contains_name, holds_quote
from .support import Support, stands_whole
from .typed.check import check_fact
from .typed.ground import ground_of
from .typed.tables import date_in

_TYPED: Final[Mapping[str, Relation]] = {
    "defined": "defined_in",
    "calls": "calls",
    "may_call": "calls",
    "inherits": "inherits",
    "implements": "inherits",
    "raises": "raises",
    "returns": "returns",
    "value": "default",
    "default": "default",
}
"""Relations that the tree of the lines can prove, and those between names contradict: a value that Citeline has read
through other places than these lines is right all the same."""
_NAMES: Final = frozenset(
    (
        "defined",
        "calls",
        "may_call",
        "inherits",
        "implements",
        "includes",
        "imports",
        "uses",
        "uncalled",
    )
)
"""Relations between two names, which stand in the lines or around them."""
_LISTED: Final = frozenset({"features", "builds_on", "optional", "part_defines", "reads", "members", "steps"})
_OF_FILES: Final = frozenset({"part", "read", "depends", "entry"})
"""What is said of a folder or a file, whose path is that of the lines or stands in them."""
_COMPUTED: Final = frozenset(
    (
        *("sum", "average", "count", "difference", "change", "highest", "lowest", "latest", "earliest"),
        *("no_row", "no_column", "sampled", "filed", "none_filed", "no_release"),
    )
)
"""What a look-up has made of a whole table: a few of its lines cannot prove it."""
_GATHERED: Final = frozenset(
    (
        *("cell", "cell_in", "row", "row_in", "table_row", "listed"),
        *_LISTED,
    )
)
"""Objects that are put together of several places of the lines, or cleaned of their markup."""
_HEADED: Final = frozenset(("changed_in", "changed_in_dated", "unreleased", "released", "newest", "newest_dated"))
"""What stands under a release: its version and date may be those of the heading."""
_RELEASES: Final = frozenset(("released", "newest", "newest_dated"))
"""Of these what is said of a version, which is their subject."""
_ENTRIES: Final = frozenset(("changed_in", "changed_in_dated"))
_VERSION: Final = re.compile(r"\d+\.\d")
_DATED: Final = frozenset({"dated", "changed_on"})
_OF_A_NAME: Final = frozenset(("raises", "logs", "returns", "stated", "value", "default"))
"""What is said of a named thing, which must stand in the lines or enclose them."""
_IN_ROW: Final = frozenset({"cell", "cell_in", "empty_cell"})
"""Of a row, which the first part of the subject names."""
_INTERPRETED: Final = frozenset({*_OF_A_NAME, *_GATHERED, *_HEADED, *_DATED, "requires", "licence", "closest"}) - {
    "row",
    "row_in",
    "table_row",
    "changed_in",
    "changed_in_dated",
}
"""What is said of a text that stands there, beside quoting it: only the tree proves that."""
_CONDITIONAL: Final = frozenset(
    ("calls", "may_call", "raises", "logs", "returns", "stated", "value", "when", "code", "shown", "quoted")
)
"""What a sentence may tell with the condition that governs it."""
_BELOW: Final = frozenset(("when", "code", "shown", "quoted", "under"))
"""Of these what stands word for word below its condition."""
_PARAMETER: Final = re.compile(r"(?P<place>[^()]+)\((?P<name>[^()]+)\)")
"""`send(timeout)`: a parameter with the function that has it."""
_QUOTED_OF: Final = frozenset({"shown", "code", "under", "when"})
"""A line or a sentence of a comment word for word, and the definition or file that it stands in."""
BETWEEN: Final = " · "
LEFT_OUT: Final = " … "
"""What stands between the quotations of one sentence: items of one list, and sentences with something between them."""
BEGUN: Final = "… "
"""Before the item of a list that others precede."""
_NAMED: Final = re.compile(r"[^:：]{1,80}(?:: |：)")
"""The definition, or the title of the page, whose first sentence follows."""
_NAMES_ALONE: Final = re.compile(r"`[^`]+`(?:, `[^`]+`)*")
_LEAST_PART: Final = 3


def check_stated(fact: Fact, passage: Passage, *, quote: str = "") -> Support:
    """Judge a fact against the lines. `quote` is source text that the claim shows verbatim. Never raises.

    Typed relations are proved or contradicted by the tree, quotations by standing in the lines, markup aside. What says
    more of what stands there is at its `place`; what was computed of more than the lines is `partly` shown by them.
    Of several quotations each is judged, and the worst verdict counts.
    """
    told = fact["object"].removeprefix(BEGUN)
    # A quotation may be of items of a list that goes on.
    fact = {**fact, "object": told.removesuffix(" …") if fact["relation"] in _BELOW else told}
    found = [_checked(tuple(one.items()), passage, quote) for one in _quotations(fact, passage)]
    return max(found, key=lambda one: SUPPORTS.index(one.verdict))


def _quotations(fact: Fact, passage: Passage) -> list[Fact]:
    """A fact for each of the quotations that one sentence joins, where they stand in their order and not as a whole."""
    stated = fact["object"].removesuffix(" …")
    mark = next((one for one in (LEFT_OUT, BETWEEN) if one in stated), "")
    may_be = fact["relation"] in _BELOW and (mark or stated[:1] == stated[-1:] == "`")
    if not may_be or _stands(stated, passage.text):
        return [fact]
    parts = stated.split(mark) if mark else [stated]
    return [_quotation(fact, part) for part in parts] if _follow(parts, passage) else [fact]


def _follow(parts: Sequence[str], passage: Passage) -> bool:
    """Whether texts that stand in the lines follow each other there."""
    there, at = collapse(plain_text(passage.text)), 0
    for part in parts:
        read = collapse(plain_text(part)).strip("`")
        found = there.find(read, at)
        if found < 0 <= there.find(read):
            return False
        at = found + len(read) if found >= 0 else at
    return True


def _quotation(fact: Fact, part: str) -> Fact:
    """One of several: a statement between back quotes is code beside a comment."""
    is_code = len(part) > 1 and part[0] == part[-1] == "`" and "`" not in part[1:-1]
    return {**fact, "relation": "code", "object": part[1:-1]} if is_code else {**fact, "object": part}


@lru_cache(maxsize=256)
def _checked(said: tuple[tuple[str, str], ...], passage: Passage, quote: str) -> Support:
    """Kept: whoever makes a claim asks for the verdict that the finished answer is given again."""
    fact = cast(Fact, dict(said))
    if quote and not holds_quote(passage.text, quote):
        return Support("not_shown", "quote", f"the quoted text does not occur in {passage.lines}")
    relation = _TYPED.get(fact["relation"])
    if relation is not None:
        typed = _typed(fact, relation)
        finding, why = check_fact(typed, passage)
        if finding == "contradicted" and fact["relation"] in _NAMES:
            return Support("contradicted", "fact", why)
        if finding == "proved":
            return _with_condition(Support("supported", "fact", why), fact, typed, passage)
        if fact["relation"] == "value" and ground_of(passage).sets(fact["subject"], fact["object"]):
            return Support("supported", "fact", f"{passage.lines} set `{fact['subject']}` to `{fact['object']}`")
    if fact["relation"] in _COMPUTED:
        return Support("partly", "fact", f"computed of all that {passage.lines} belong to")
    if fact["relation"] in _NAMES:
        return _with_condition(_by_names(fact, passage), fact, None, passage)
    if fact["relation"] in _ENTRIES and _hold(fact["subject"], passage.text) and not _VERSION.search(passage.scope):
        return Support("partly", "quote", f"what changed stands in {passage.lines}; in which version stands elsewhere")
    if lacking := _lacking(fact, passage):
        return Support("not_shown", "quote", f"{lacking} does not stand in {passage.lines}")
    if _is_cut(fact, passage):
        return Support("partly", "quote", f"some of what is listed stands in {passage.lines}")
    mark: Supports = "place" if _is_interpreted(fact, passage) else "supported"
    return _with_condition(Support(mark, "quote", f"what is stated stands in {passage.lines}"), fact, None, passage)


def check_further(fact: Fact, passage: Passage) -> Support:
    """Judge a citation behind the first one, which need not show all of the fact: half of it is `partly`."""
    support = check_stated(fact, passage)
    if support.verdict != "not_shown":
        return support
    parts = [fact["subject"], fact["object"], fact.get("condition", "")]
    shown = next((part for part in parts if part and _stands(part, passage.text)), "")
    return Support("partly", "names", f"“{shown}” stands in {passage.lines}") if shown else support


def _typed(fact: Fact, relation: Relation) -> TypedFact:
    """The fact without its condition, a parameter with its function."""
    of_function = _PARAMETER.fullmatch(fact["subject"]) if fact["relation"] == "default" else None
    subject, place = (of_function["name"], of_function["place"]) if of_function else (fact["subject"], "")
    return TypedFact(relation, subject, fact["object"], place)


def _with_condition(support: Support, fact: Fact, typed: TypedFact | None, passage: Passage) -> Support:
    """`partly` where the lines show all but the condition; `place` where that stands there too, and nothing tells that
    it governs what is stated.
    """
    condition = fact.get("condition", "")
    if support.verdict not in ("supported", "place") or not condition or fact["relation"] not in _CONDITIONAL:
        return support
    denied = DENIED.fullmatch(condition)
    tested = denied["condition"] if denied else condition
    if typed is not None:
        finding, why = check_fact(replace(typed, condition=tested, turned=denied is not None), passage)
        if finding != "unknown":
            return Support("supported" if finding == "proved" else "contradicted", "fact", why)
    if _stands(tested, passage.text):
        stated = fact["object"]
        is_shown = fact["relation"] in _BELOW and is_governed(stated, condition, passage.text)
        is_shown = is_shown or (not fact["subject"] and is_led(stated, condition, passage.text))
        return support if is_shown else Support("place", support.basis, support.why)
    return Support("partly", support.basis, f"{support.why}; the condition stands elsewhere")


def _by_names(fact: Fact, passage: Passage) -> Support:
    absent = [f"`{name}`" for name in (fact["subject"], fact["object"]) if not passage.find(name)]
    if absent:
        return Support("not_shown", "names", f"{' and '.join(absent)} not found in or around {passage.lines}")
    return Support("place", "names", f"both names are found in or around {passage.lines}")


def _is_cut(fact: Fact, passage: Passage) -> bool:
    """Whether only some of a list stand in the lines: it goes on in the next chunk."""
    is_list = fact["relation"] in _LISTED or _NAMES_ALONE.fullmatch(fact["object"]) is not None
    values = [value for value in fact["object"].split(", ") if "…" not in value]
    return is_list and not all(_hold(value, passage.text) for value in values)


def _is_interpreted(fact: Fact, passage: Passage) -> bool:
    """Whether a sentence says more than that its object stands there: only a line that says both would prove it."""
    relation, subject, stated = fact["relation"], fact["subject"], fact["object"]
    if relation in _QUOTED_OF and not passage.find(subject):
        return True
    if relation in _OF_FILES:
        return relation in ("depends", "entry") or not _stands(stated, passage.text)
    if relation.startswith("to_") or relation not in _INTERPRETED:
        cut = relation in ("quoted", "shown", "under") and not _stands_alone(stated, passage)
        lead = fact.get("condition", "")
        cut = cut and not (lead and relation == "quoted" and is_led(stated, lead, passage.text))
        return cut or relation.startswith("to_")
    lines = [*passage.text.split("\n"), passage.scope]
    if relation == "released":
        return not (any(_has_version(subject, one) and _stands(stated, one) for one in lines) or _opens(fact, lines))
    one_line = relation in _DATED or relation == "stated"
    return not (one_line and any(_hold(subject, line) and _stands(stated, line) for line in lines))


def _opens(fact: Fact, lines: Sequence[str]) -> bool:
    """Whether a heading has a version, and the only other line is its date."""
    head, *rest = [line.strip(" *_()[]") for line in lines[:-1] if has_word(line)] or [""]
    return len(rest) == 1 and _has_version(fact["subject"], head) and rest[0] == fact["object"]


def _stands_alone(stated: str, passage: Passage) -> bool:
    """Whether a text stands in the lines from one end of sentences to another, markup aside."""
    is_code, lines = bool(language_row(language_of(passage.path, passage.text)).grammar), passage.with_next
    texts = chain(
        map(collapse, (lines, *blocks_of(lines, is_code=is_code))),
        map(collapse, blocks_of(read_as, is_code=is_code) if (read_as := as_read(lines)) != lines else ()),
        # In code a mark of a comment would look like the end of a sentence.
        () if is_code else (" ".join(lines.split()), collapse(plain_text(lines))),
    )
    tried: set[str] = set()
    for read in (read(text) for text in texts for read in (str, plain_text, plain_prose)):
        if read not in tried and stands_whole(stated, read):
            return True
        tried.add(read)
    return False


def _has_version(version: str, text: str) -> bool:
    """Whether a text names a version: `5.2` is not named by `5.2.1` or `5.2-rc1`."""
    longer = r"\w|[-+.]\w|\s(?:alpha|beta|rc|pre|dev)"
    return re.search(rf"(?<![\w.])v?{re.escape(version)}(?!{longer})", text, re.IGNORECASE) is not None


def _lacking(fact: Fact, passage: Passage) -> str:
    """What is not there of a fact, in words; empty when all of it is."""
    relation, subject, stated = fact["relation"], fact["subject"], fact["object"]
    around = f"{passage.text}\n{passage.scope}\n{passage.path}"
    if relation in _OF_A_NAME and not _names_subject(fact, passage):
        return f"`{subject}`"
    if relation in _IN_ROW and not _hold(subject.split(BETWEEN)[0], f"{passage.text}\n{passage.scope}"):
        return f"the row of “{subject}”"
    if relation == "empty_cell":
        return ""
    if relation in _HEADED:
        is_there = (_has_version if relation in _RELEASES else _hold)(subject, around)
        plain = around.replace("_", " ")  # `_2026-03-05_` is in italics
        return "" if is_there and (_stands(stated, around) or _stands(stated, plain)) else f"“{stated}”"
    if relation == "requires":  # which language it is, the name of the file tells; `VERSION_1_8` is version 8
        stated = " ".join(dropwhile(lambda word: not any(map(str.isdigit, word)), stated.split())) or stated
        passage = replace(passage, text=passage.text.replace("_", " "))
    if relation.startswith("to_"):
        file = passage.path.rpartition("/")[2].lower()
        runners = _runners().get(file) or _runners().get(file.rpartition(".")[2], "")
        return "" if _hold(stated, f"{passage.text}\n{passage.path}\n{runners}") else f"`{stated}`"
    if relation in _OF_FILES:
        return "" if _stands_of_file(fact, passage) else "what is stated"
    if relation == "listed":
        return "" if any(_hold(value, passage.text) for value in stated.split("; ")) else "any of what is listed"
    if relation == "steps" and not _in_order(stated.replace("`", "").split(", "), passage.text):
        return "the order"
    if relation == "filed_as":
        said = [passage.text, passage.path]
        days = {date_in(line) for line in passage.text.split("\n")}
        values = stated.split(BETWEEN)
        return "" if all(value in days or any(_hold(value, one) for one in said) for value in values) else "all of it"
    if relation in _LISTED:  # of a long list, what lies in the next chunk is not among the lines
        values = [value for value in stated.split(", ") if "…" not in value]
        held = sum(_hold(value, passage.text) for value in values)
        return "" if 2 * held >= len(values) and held else "most of what is listed"
    if relation in _GATHERED:
        values = stated.split(BETWEEN) if relation in ("row", "row_in", "table_row") else [stated]
        of_rows = [value.rpartition(": ")[2] for value in values] if len(values) > 1 else values
        return "" if all(_hold(value, passage.text) for value in of_rows) else "part of what is stated"
    if relation in _DATED and any(word.startswith(stated) for word in passage.text.replace('"', " ").split()):
        return ""
    return "" if _stands(stated, passage.text) else "what is stated"


def _in_order(values: Sequence[str], text: str) -> bool:
    """Whether texts that stand in a text follow each other there, wherever else they stand."""
    at = 0
    for value in values:
        if (found := text.find(value, at)) < 0 <= text.find(value):
            return False
        at = text.rfind("\n", 0, max(found, at)) + 1  # what a call is given runs before it
    return True


def _names_subject(fact: Fact, passage: Passage) -> bool:
    """Whether what is spoken of stands in or around the lines; a parameter with its function."""
    of_function = _PARAMETER.fullmatch(fact["subject"]) if fact["relation"] == "default" else None
    return all(map(passage.find, of_function.groups() if of_function else [fact["subject"]]))


def _stands_of_file(fact: Fact, passage: Passage) -> bool:
    """A sentence, with or without the definition or title that it stands under; names; a path, or what runs there."""
    relation, subject, stated = fact["relation"], fact["subject"], fact["object"]
    if relation == "depends":  # an import names a file by the end of its path, if at all
        shared = {*subject.split("/")}
        parts = [part.partition(".")[0] for part in stated.split("/") if part not in shared]
        there = {fold(word) for word in re.findall(r"[\w-]+", passage.text)}
        return _is_of(subject, passage.path) and any(fold(part) in there for part in parts if len(part) >= _LEAST_PART)
    if relation == "entry":
        return all(_stands(part, passage.text) or _is_of(part, passage.path) for part in stated.split(" = "))
    if not stated or not (_is_of(subject, passage.path) or _is_listed(subject, passage.text)):
        return False
    if _NAMES_ALONE.fullmatch(stated):
        return any(_hold(name, passage.text) for name in stated.split(", "))
    named = _NAMED.match(stated)
    told = [stated, stated[named.end() :]] if named else [stated]
    return any(_stands(one, passage.text) for one in told) or _is_of(stated, passage.path)


def _is_of(subject: str, path: str) -> bool:
    """Whether a path is that of a file or folder, or lies in it; a name alone is that of the file."""
    return path == subject or path.startswith(f"{subject}/") or ("/" not in subject and path.endswith(f"/{subject}"))


def _is_listed(subject: str, text: str) -> bool:
    """Whether lines name a file or folder, by the whole of its path or the end of it."""
    parts = subject.split("/")
    return any(contains_name(text, "/".join(parts[at:])) for at in range(len(parts)))


def _stands(stated: str, text: str) -> bool:
    """Whether something stands in a text word for word, from one word's beginning to another's end, markup aside."""
    stated = stated.removesuffix(" …")
    wanted = [collapse(stated), " ".join(stated.split())]
    return not wanted[0] or any(
        contains_name(read, f"{version}{one}") for read in _readings(text) for one in wanted for version in ("", "v")
    )


def _readings(text: str) -> Iterator[str]:
    """The text without marks of comments and without markup, the cheapest first: most often it is enough."""
    yield collapse(text)
    yield " ".join(text.split())
    yield plain_text(collapse(text))
    yield collapse(plain_text(text))
    yield plain_prose(collapse(text))
    if (read_as := as_read(text)) != text:
        yield plain_text(collapse(read_as))


@cache
def _runners() -> Mapping[str, str]:
    found: Mapping[str, str] = shipped_table("citeline.tools.citations", "runners.toml")["runs"]
    return found


def _hold(said: str, text: str) -> bool:
    """Whether a text holds every word of what is said, up to where that is cut."""
    left = {*words(said.partition("…")[0])}
    for read in (str, plain_text, plain_prose):  # the cheapest first
        left = left and left.difference(words(read(text)))
    return not left
