"""A question as it was read: one frozen value that every later step looks at instead of the words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, field, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast, get_args, get_type_hints

from citeline.dataclass import dataclass
from citeline.read import Read, ReadWish
from citeline.state import Chat, Queries
from citeline.text import is_cjk, numbers_alone, split_identifier, unique, without_endings, words

from .analysis import Analysis, analyse
from .cues import Cue, denies, is_in_denial, left_out_in, sides_in
from .frames import Frame
from .intents import IN_BRACKETS, SPACELESS, Intent
from .versions import Version, versions_named
from .vocabulary.finance import long_forms
from .vocabulary.language import Language
from .vocabulary.languages import table_of
from .vocabulary.words import is_unheard_of

if TYPE_CHECKING:
    from pydantic import TypeAdapter

NameKind: TypeAlias = Literal["path", "option", "symbol", "proper", "word"]
Mark: TypeAlias = Literal["code", "quotes", "none"]
"""What is written around a name: back quotes or the brackets of a call, quotation marks, or neither."""
SaidKind: TypeAlias = Literal[
    "date", "time", "zone", "minutes", "attendee", "place", "what", "title", "topic", "subject", "other"
]
LiteralKind: TypeAlias = Literal["number", "string", "boolean"]
_SHORT_OPTION = re.compile(r"(?<![\w-])-[A-Za-z](?![\w-])")


@dataclass(frozen=True, slots=True)
class Name:
    """A name that a question mentions."""

    text: str
    kind: NameKind
    mark: Mark


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that the words of a wish say."""

    kind: SaidKind
    """`what`: is to be made, `release meeting`; `title`: in quotation marks; `topic`: behind `about`; `subject`: the
    record that it is for; `other`: words that nothing is made of.
    """
    values: tuple[str, ...]
    """One as a rule, as an action takes it: `2026-03-04`, `10:30`, `Europe/Berlin` or `+02:00`, minutes, an address.
    Two where it can be read in two ways (`3/4/2026`), none where it is said but left open (`tomorrow`, `4 March`).
    """
    text: str
    """The words."""


@dataclass(frozen=True, slots=True)
class Wish:
    """An action that is wanted beside an answer."""

    action: str
    clause: str
    """The words that ask for it; empty where only a model has told it."""
    arguments: tuple[Said, ...] = ()
    """What these words say explicitly; without a clause, what the whole question says."""

    def to_json(self) -> ReadWish:
        """As the state of a run holds it."""
        return cast(ReadWish, _plain(self))

    @classmethod
    def of(cls, given: ReadWish) -> Wish:
        """From the state of a run."""
        said = (Said(cast(SaidKind, one["kind"]), tuple(one["values"]), one["text"]) for one in given["arguments"])
        return cls(given["action"], given["clause"], tuple(said))


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, read once. Pure text: nothing here depends on an index."""

    text: str
    """On one line, without what only asks for an action or names a source."""
    language: Language
    english: str
    """The text itself where it is English, or where none of its words is known."""
    own: tuple[str, ...] = ()
    """Its words in its own language, names among them; empty in English."""
    unread: tuple[str, ...] = ()
    """Those of them that nothing puts into English."""
    names: tuple[Name, ...] = ()
    """Those shaped like code first."""
    quoted: tuple[str, ...] = ()
    """What it quotes or pastes, which the sources may hold letter by letter."""
    pasted: tuple[str, ...] = ()
    """Its sentences that may be messages of a program without any mark; none where it only asks."""
    intents: tuple[Intent, ...] = ("topic",)
    """What is asked for, the most likely first; `topic` when nothing particular is."""
    chances: Mapping[Intent, float] = field(default_factory=dict)
    """Probability of every intent; they sum to 1."""
    parts: tuple[str, ...] = ()
    """The questions in it, one each; the text alone when it asks one thing."""
    cues: tuple[Cue, ...] = ()
    """What else its words say it wants: the newest of several documents, a flow through several places, changes …"""
    about: str = ""
    """The one name that all of it is about; empty where it has other words that say something."""
    records: tuple[str, ...] = ()
    """Records that it names, like `PR-4827`."""
    renamed: str = ""
    """It in the words that the project's lexicon has for its own; empty where it has none of them."""
    frames: tuple[Frame, ...] = ()
    """Lines of files that it pastes, as a stack trace does, the newest call first."""
    chat: Chat | None = None
    """Which reply suits when nothing about the sources is asked."""
    sources: tuple[str, ...] = ()
    """Names of the sources that its words send to."""
    wishes: tuple[Wish, ...] = ()
    asked: str = ""
    """All of it as it was asked, on one line."""

    @property
    def definition(self) -> str:
        """The name whose definition is asked for; empty when something else is, or more."""
        where = self.intents[0] in ("locate", "topic") and "defined" in self.cues
        alone = len(self.text.split()) == 1 and not is_cjk(self.text)
        return self.about if where or alone or self.intents[0] == "definition" else ""

    def hangs_on(self, name: str) -> bool:
        """Whether it has no answer where there is no such thing.

        A word that no software uses is a slip or the asker's own (`neccesarry`, `mytool`). Of who wants to change the
        code what is missing may be what is to be added.
        """
        known = self._name(name)
        strange = (known.kind, known.mark) == ("word", "none") and is_unheard_of(name)
        return not (strange or self.intents[0] == "change" or self.has_example(name))

    def has_example(self, name: str) -> bool:
        """Whether a name is in it as an example: quoted, a literal in code (`open('a.csv')`), in a pasted text, or
        said to be like what is asked for (`a type, say Solaris doors`) or the asker's own (`a cron job of mine`), which
        of a product says nothing. `Our PaymentGateway` is the project's.

        `Does it support stores such as Redis?` asks for Redis.
        """
        known = self._name(name)
        quoted = known.mark == "quotes" and len(split_identifier(name)) == 1
        pasted = any(name in one and not {" ", ","}.isdisjoint(one) for one in self.quoted)
        literal = re.search(rf"[(\[{{=:,]\s*['\"]{re.escape(name)}['\"]", self.text)
        likens = ("alike",) if self.intents[0] != "whether" else ()
        owns = ("own",) if known.kind != "proper" else ()
        said = (found.span() for kind in (*likens, *owns) for found in _asides(kind).finditer(self.text))
        if quoted or pasted or literal:
            return True
        return any(start <= self.place_of(name) < end for start, end in said)

    def _name(self, text: str) -> Name:
        return next((one for one in self.names if one.text == text), Name(text, "symbol", "none"))

    @property
    def analysis(self) -> Analysis:
        """Its words to search with, as they were asked."""
        return analyse(self.text)

    @property
    def english_analysis(self) -> Analysis:
        """The same of its English form."""
        return analyse(self.english)

    @property
    def words(self) -> list[str]:
        """As they were asked."""
        return words(without_endings(self.text))

    @property
    def english_words(self) -> list[str]:
        """Of its English form."""
        return words(without_endings(self.english))

    @property
    def numbers(self) -> list[str]:
        """Those of its English form that belong to no name: `1.2.3`."""
        return numbers_alone(self.english)

    @property
    def own_words(self) -> list[str]:
        """The words to search with beside the English ones, in its own language."""
        # Chinese is searched by all of its characters, in twos: what a list does not know may be a word of the corpus.
        if not is_cjk(self.text):
            return list(self.own) or self.words
        said = [word for word in self.words if not is_cjk(word) or any(one in word for one in self.own)]
        return said or self.words  # a run of nothing but `吗` says nothing

    @property
    def literal(self) -> LiteralKind | None:
        """The kind of value that it asks for; None when its words do not tell."""
        return literal_asked({self.language: self.text, "en": self.english})

    @property
    def wordings(self) -> tuple[str, ...]:
        """Its English form and as it was asked, once each."""
        return tuple(unique([self.english, self.text]))

    @property
    def versions(self) -> frozenset[Version]:
        """Those that it names."""
        return versions_named(self.asked)

    @property
    def options(self) -> list[str]:
        """Options of a command line that it is about; one of a letter, `-p`, is no name of it."""
        return [one.text for one in self.names if one.kind == "option"] or _SHORT_OPTION.findall(self.text)

    @property
    def is_spaceless(self) -> bool:
        """Whether it is Chinese, Japanese or Korean."""
        return is_cjk(self.asked)

    @property
    def sides(self) -> tuple[str, str] | None:
        """The two things that it compares, in its own words; None where it compares none."""
        return sides_in(self.text, self.language) if "both" in self.cues else None

    @property
    def left_out(self) -> str:
        """The part that it leaves out, in its own words: `the tests` of `outside of the tests`."""
        return left_out_in(self.text, self.language)[0]

    @property
    def is_denied(self) -> bool:
        """Whether the clause of what it is about denies: no caller answers what is not called. What stands in brackets
        is another clause: `send callers (no tests)`; so is what it leaves out.
        """
        text = IN_BRACKETS.sub(" ", left_out_in(self.text, self.language)[1])
        place = max(text.find(self.about), 0)
        return is_in_denial(text, place, place + len(self.about))

    @property
    def denies_something(self) -> bool:
        """Whether it denies or excepts anything: `how many orders are not in Lima`."""
        return denies(self.text, self.language)

    def place_of(self, name: str) -> int:
        """Where a name stands in it, in characters; behind all of it where it does not."""
        found = re.search(rf"(?a:(?<!\w){re.escape(name)}(?!\w))", self.text)
        return found.start() if found else len(self.text)

    def as_written(self, said: str) -> str:
        """Words in small letters as the question has them, `10 MB` for `10 mb`; the same where it has them not."""
        place = self.text.lower().find(said)
        return self.text[place : place + len(said)] if place >= 0 else said

    def without_measures(self, said: Iterable[str]) -> list[str]:
        """Without words that ask how much or in which order: `how long is the warranty` is about a warranty."""
        measures = {found[found.lastindex or 0].lower() for found in _measures().finditer(self.english)}
        return [word for word in said if word.lower() not in measures]

    def asks_for(self, *intents: Intent) -> bool:
        """Whether one of these is asked for, first or beside another."""
        return any(intent in self.intents for intent in intents)

    @property
    def is_for_code(self) -> bool:
        """Whether it asks where something is done in the code, which no document or table tells."""
        return "code" in self.cues and self.asks_for("locate")

    def to_json(self) -> Read:
        """As the state of a run holds it."""
        return cast(Read, {**_plain(self), "chat": self.chat or ""})

    @classmethod
    def from_json(cls, stored: Read, otherwise: Callable[[], Question]) -> Question:
        """What `to_json` gave, a person's edits included.

        A field that is taken away is as if nothing had been said; one that cannot be used, or that no question is
        without, is that of `otherwise`, which is read only then.
        """
        given: dict[str, Any] = {**stored}
        given["intents"] = given.get("intents") or ("topic",)
        given["chat"] = given.get("chat") or None
        kept: dict[str, Any] = {}
        for one in fields(cls):
            is_needed = one.default is MISSING and one.default_factory is MISSING
            if one.name in given or is_needed:
                try:
                    kept[one.name] = _checks()[one.name].validate_python(given.get(one.name))
                except ValueError:  # pydantic's ValidationError among them
                    kept[one.name] = getattr(otherwise(), one.name)
        return cls(**kept)


def _plain(value: Any) -> Any:
    """Plain JSON of a dataclass and what it holds."""
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


@cache
def _checks() -> Mapping[str, TypeAdapter[Any]]:
    """What tells by field whether a value can be used."""
    from pydantic import TypeAdapter  # 60 ms, and a search reads no state of a run

    return {name: TypeAdapter(kind) for name, kind in get_type_hints(Question).items()}


@cache
def _measures() -> re.Pattern[str]:
    return re.compile(table_of("en")["asking"]["measures"], re.IGNORECASE)


def translate(question: Question) -> Queries:
    """The forms that the channels search with, without a model: a hypothetical answer needs one, so it is empty.

    Shorthand of annual reports stands beside what these print for it.
    """
    english = " ".join([question.english, *long_forms(question.asked)])
    return {"english": english, "original": question.text, "hypothetical": ""}


def literal_asked(texts: Mapping[str, str]) -> LiteralKind | None:
    """Of a question in one or several languages, by language; None when its words do not tell."""
    return next(
        (kind for kind in get_args(LiteralKind) if any(_asking(kind, one).search(text) for one, text in texts.items())),
        None,
    )


@cache
def _asides(kind: str) -> re.Pattern[str]:
    """Of all languages: their words for it are seldom words of another."""
    said = (table_of(language).get("asides", {}).get(kind) for language in get_args(Language))
    return re.compile("|".join(filter(None, said)), re.IGNORECASE)


@cache
def _asking(kind: LiteralKind, language: str) -> re.Pattern[str]:
    expressions = table_of(language)["literals"][kind]
    if language in SPACELESS:
        return re.compile("|".join(expressions))
    bounded = (rf"\b(?:{words})\b" if words[0] != "^" else words for words in expressions)
    return re.compile("|".join(bounded), re.IGNORECASE)
