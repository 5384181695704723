"""Typed facts that a sentence states: who raises, returns, calls, inherits, defaults to or is defined where.

Subject and object by name. The ways of saying it are in `phrasings.toml`, what lines say about it in `typed/check.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Final, Literal, TypeAlias, cast

from citeline.data_files import shipped_table
from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import BACKQUOTED

from .values import is_name

Relation: TypeAlias = Literal[
    "defined_in", "calls", "inherits", "default", "raises", "returns", "sets", "starts", "equals", "converts",
    "swallows", "propagates", "uses", "checks", "throws", "panics", "fails", "leaves", "order", "modifier",
    "decorated", "optional", "required", "undefaulted", "parameters", "call_count", "count", "member",
    "cell", "dated", "since",
]  # fmt: skip

NAMED_RELATIONS: Final = frozenset({"defined_in", "calls", "inherits", "default", "raises", "returns"})
"""Lines that lack one of the names of such a relation cannot show it."""
_START: Final = r"(?:^|(?<=[,;:(] )|(?<=\band ))"
_NAMES: Final = re.compile(r"`|\d|(?<=[a-z] )[A-Z]|\w_\w|[a-z][A-Z]|\w[.:#]\w|\w\(\)|[A-Z][a-z]+[A-Z]|[^\x00-\x7f]")
_GROUPS: Final = ("subject", "object", "place", "value")
_END: Final = re.compile(r"[\s.:;。：]*$")
_LONGEST: Final = 400
"""Characters of a sentence; a longer one is no single claim."""
_LONGEST_QUOTED: Final = 4_000
_NAMED: Final = (("s", "subject"), ("o", "object"), ("v", "object"), ("p", "place"))
_OPTIONAL: Final = re.compile(r"\(\?![^()]*\)|\(\?:[^()]*\)[?*]\??")
"""Of a pattern, what a sentence need not have."""
_COMMON: Final = frozenset(
    {"the", "an", "is", "are", "it", "of", "in", "to", "on", "by", "as", "and", "for", "or", "with"}
)
_BRACED: Final = re.compile(r"\{[a-z_]+\}")
_QUOTED: Final = re.compile('[“「"]|`[^`]*\\s[^`]*`')
_QUOTATION: Final = (
    r"(?:“(?P<q1>[^”]+)”|「(?P<q2>[^」]+)」|\"(?P<q3>[^\"\n]+)\"|« ?(?P<q4>[^»]+?) ?»|`(?P<q5>[^`\n]*\s[^`\n]*)`)"
)
_CAPITAL: Final = r"(?-i:[A-Z])[\w.-]*"
_ROW: Final = (
    rf"(?:the )?(?:`(?P<subject>[^`]+)`|“(?P<subject_bare>[^”]+)”|(?P<subject_plain>{_CAPITAL}(?: {_CAPITAL}){{0,3}}))"
)
_CELL: Final = (
    r"(?:`(?P<object>[^`]+)`|“(?P<value>[^”]+)”|\"(?P<value_bare>[^\"]+)\""
    r"|(?P<object_bare>-?\d(?:[\w.,%]*[\w%])?|(?-i:[A-Z])\w+|yes|no|true|false))"
)
"""What a table has in its first column, and in the others."""
_QUOTATIONS: Final = ("q1", "q2", "q3", "q4", "q5")
phrasings: Final = partial(shipped_table, "citeline.tools.citations", "phrasings.toml")
"""The data as it is written."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Subject, relation, object, as a sentence states them."""

    relation: Relation
    subject: str
    object: str
    place: str = ""
    """Of a default: the function or type whose parameter the subject is, where that is said."""
    whole: bool = True
    """Whether the sentence says nothing else, but for its condition."""
    opens: bool = False
    """Whether the sentence opens with it and says more, which is no part of its object."""
    condition: str = ""
    """As it is written, where the sentence has one."""
    turned: bool = False
    """Whether the fact is stated for when the condition does not hold."""
    only: bool = False
    """Whether it is stated for nothing but the condition."""
    denied: bool = False
    """Whether the sentence says that it is not so."""


@lru_cache(maxsize=256)
def read_facts(sentence: str) -> tuple[Fact, ...]:
    """Every reading of a sentence, or of a clause in it, as a fact."""
    return tuple(_readings(sentence))


def _readings(sentence: str) -> Iterator[Fact]:
    text = sentence.replace("**", "").strip()
    if len(text) > _LONGEST or not _NAMES.search(text):
        return
    stated, denials = _table().denies.subn("", text)
    if denials == 1:
        yield from (replace(fact, denied=True) for fact in _read_facts(stated) if fact.whole)
    yield from _read_facts(text)


def _read_facts(text: str) -> Iterator[Fact]:
    table = _table()
    for relation, pattern in _fitting(table.anywhere, text):
        found = pattern.search(text)
        if found:
            whole = found.start() == 0 and _END.match(text, found.end()) is not None
            opens = found.start() == 0 and not whole and table.goes_on.match(text, found.end()) is not None
            yield replace(_fact(relation, found, whole=whole), opens=opens)
    yield from _read_whole(text)
    if told := _split_condition(text):
        main, condition, word = told
        if (named := BACKQUOTED.search(condition)) and named.start() < len("the  "):
            main = table.referred.sub(named[0], main, count=1)
        for fact in _read_whole(main, condition):
            condition = table.pronoun.sub(f"`{fact.object if is_name(fact.object) else fact.subject}` ", condition, 1)
            yield replace(fact, condition=condition, turned=table.turns in word, only="only" in word)


def read_condition_of(sentence: str) -> tuple[str, str, bool] | None:
    """Main clause, condition, and whether that must not hold; None for a sentence without a condition."""
    told = _split_condition(sentence.replace("**", "").strip()) if len(sentence) <= _LONGEST else None
    return (told[0], told[1], _table().turns in told[2]) if told else None


def _split_condition(text: str) -> tuple[str, str, str] | None:
    """Main clause, condition, and the word between them."""
    table = _table()
    join = table.joins.search(text) or table.leads.match(text)
    if join is None or table.causes.search(text, join.start()):
        return None
    parts = join.groupdict()
    main = parts.get("main") or text[: join.start()]
    return main, (parts.get("condition") or text[join.end() :]).rstrip(" .;:。"), join["join"].lower()


def _read_whole(text: str, condition: str = "") -> Iterator[Fact]:
    table = _table()
    for relation, pattern in _fitting((*table.whole, *(table.anywhere if condition else ())), text):
        found = pattern.match(text)
        if found and _END.match(text, found.end()):
            yield _fact(relation, found, whole=True)


def _fitting(rows: tuple[_Row, ...], text: str) -> Iterator[tuple[Relation, re.Pattern[str]]]:
    """Those of which the text has a word; most have none, which is told sooner so."""
    lower = text.lower()
    there = frozenset(hint for hint in _table().hints if hint in lower)
    return ((relation, pattern) for relation, pattern, hints in rows if not (hints and hints.isdisjoint(there)))


def _fact(relation: Relation, found: re.Match[str], *, whole: bool) -> Fact:
    named = {key: value for key, value in found.groupdict().items() if value}
    subject, object_, place, value = (
        next((text for key, text in named.items() if key.partition("_")[0] == group), "") for group in _GROUPS
    )
    object_ = object_ or value
    said = next((named[key] for key in _QUOTATIONS if key in named), "")
    return Fact(relation, subject, _table().values.get(object_.lower(), object_) or said, place, whole)


def read_attributed(sentence: str) -> tuple[str, str] | None:
    """Subject, empty where none is named, and quotation of a sentence that says nothing but who says it."""
    text = sentence.replace("**", "").strip().rstrip(" .。")
    if len(text) > _LONGEST_QUOTED or not _QUOTED.search(text):
        return None
    found = next(filter(None, (pattern.fullmatch(text) for pattern in _table().attributed)), None)
    if found is None:
        return None
    named = found.groupdict()
    return named.get("subject") or named.get("subject_bare") or "", next(filter(None, map(named.get, _QUOTATIONS)), "")


_Row: TypeAlias = "tuple[Relation, re.Pattern[str], frozenset[str]]"
"""A reading, and words of which a sentence has one where it fits; none where they cannot be told."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The data of the phrasings, compiled."""

    anywhere: tuple[_Row, ...]
    """Looked for in clauses of longer sentences too."""
    whole: tuple[_Row, ...]
    hints: frozenset[str]
    """All of them."""
    attributed: tuple[re.Pattern[str], ...]
    joins: re.Pattern[str]
    denies: re.Pattern[str]
    leads: re.Pattern[str]
    goes_on: re.Pattern[str]
    """Begins what a sentence says beside a fact."""
    turns: str
    causes: re.Pattern[str]
    """Begins why something is so, which may say anything."""
    pronoun: re.Pattern[str]
    """What stands for the subject or object of the main clause at the beginning of a condition."""
    referred: re.Pattern[str]
    """What stands for the first name of the condition at the end of the main clause."""
    values: dict[str, str]


@cache
def _table() -> _Table:
    """Compiled on first use: it takes longer than all else that a command imports of ours."""
    told = phrasings()
    said = f"(?P<object_bare>{'|'.join(told['values'])})"
    names = {f"{{{key}}}": _noun(group, literal=key == "v") for key, group in _NAMED}
    names["{v}"] = f"(?:{names['{v}']}|{said.replace('object_bare', 'value')})"
    names |= {"{n}": _ROW, "{w}": _CELL}
    every = {f"{{{name}}}": text for name, text in told["words"].items()} | names | {"{q}": _QUOTATION}

    def filled(phrasing: str) -> str:
        while (more := _BRACED.sub(lambda found: every.get(found[0], found[0]), phrasing)) != phrasing:
            phrasing = more
        return phrasing

    def hints(clause: str) -> frozenset[str]:
        # Words of the clause itself: not of names, of adverbs, or with a letter that may be left out.
        plain = clause
        while (less := _OPTIONAL.sub(" ", plain)) != plain:
            plain = less
        plain = _BRACED.sub(lambda found: "" if found[0] in unsaid else every.get(found[0], ""), plain)
        plain = _BRACED.sub("", re.sub(r"\(\?P<\w+>", "(", plain))
        said = re.findall(r"[^\W\d_]{2,}", re.sub(r"\w\?|\\\w", " ", plain).lower())
        return frozenset(word for word in said if word not in _COMMON)

    unsaid = {*names, "{may}", "{adverb}", "{of_type}", "{kind}", "{place_of}"}

    def rows(clauses: dict[str, list[str]]) -> tuple[_Row, ...]:
        return tuple(
            (
                cast("Relation", relation),
                re.compile(rf"{_START}{filled(clause)}(?![\w`])", re.IGNORECASE),
                hints(clause),
            )
            for relation, phrased in clauses.items()
            for clause in phrased
        )

    conditions = told["conditions"]
    anywhere, whole = rows(told["facts"]), rows(told["whole"])
    return _Table(
        anywhere,
        whole,
        frozenset(hint for _, _, hinted in (*anywhere, *whole) for hint in hinted),
        tuple(re.compile(filled(clause), re.IGNORECASE) for clause in told["quotations"]["attributed"]),
        re.compile(conditions["joins"], re.IGNORECASE),
        re.compile(conditions["denies"], re.IGNORECASE),
        re.compile(conditions["leads"], re.IGNORECASE),
        re.compile(told["clauses"]["goes_on"], re.IGNORECASE),
        conditions["turns"],
        re.compile(conditions["causes"], re.IGNORECASE),
        re.compile(conditions["pronoun"], re.IGNORECASE),
        re.compile(conditions["referred"], re.IGNORECASE),
        told["values"],
    )


def _noun(group: str, *, literal: bool) -> str:
    """A name and what may stand around it: ``the method `send()` ``, ``a `ValueError` exception``."""
    bare = "{shaped}|{literal}" if literal else "{shaped}"
    return (
        rf"(?:(?:the|an?|its|this) )?(?:new )?(?:{{kind}}(?: of type)? )?"
        rf"(?:`(?P<{group}>[^`]+?)(?:\(\))?`|(?P<{group}_bare>{bare})(?:\(\))?)(?:['’]s?(?= ))?(?: {{kind}})?"
    )
