"""A question as it was read: one frozen value that every later step looks at instead of the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast

from citeline.state import Read, ReadSaid, ReadWish

from .intents import SLOTS, Intent, Slot
from .language import Language
from .messages import ExactKind

NameKind: TypeAlias = Literal["path", "option", "symbol", "proper", "word"]
Mark: TypeAlias = Literal["backquotes", "quotes", "call", "path", "option", "shape", "product", "capital", "strange"]
"""How somebody can see that a word is a name."""
SaidKind: TypeAlias = Literal[
    "date", "time", "zone", "minutes", "attendee", "place", "what", "title", "topic", "subject", "other"
]
Chat: TypeAlias = Literal["greeting", "thanks", "farewell", "help", "empty"]


@dataclass(frozen=True, slots=True)
class Name:
    """A name that a question mentions."""

    text: str
    kind: NameKind
    mark: Mark


@dataclass(frozen=True, slots=True)
class Exact:
    """Text of a question that the sources may hold word for word."""

    text: str
    kind: ExactKind
    """`quote`: in quotation marks; `error`: `SomeError: message`, `panic: …`; `log`: a pasted line with a level."""
    pieces: tuple[str, ...]
    """What stands between the holes (numbers, addresses, paths, quoted values), longest first: a program writes these
    itself and fills the rest in. The text alone where it has no hole; empty where nothing long enough is left."""


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
        said = [{"kind": one.kind, "values": list(one.values), "text": one.text} for one in self.arguments]
        return {"action": self.action, "clause": self.clause, "arguments": cast(list[ReadSaid], said)}

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
    quoted: tuple[Exact, ...] = ()
    intents: tuple[Intent, ...] = ("topic",)
    """What is asked for, the most likely first; `topic` when nothing particular is."""
    chances: Mapping[Intent, float] = field(default_factory=dict)
    """Probability of every intent; they sum to 1."""
    parts: tuple[str, ...] = ()
    """The questions in it, one each; the text alone when it asks one thing."""
    newest: bool = False
    """Whether the newest of several documents is meant."""
    flow: bool = False
    """Whether a flow through several places is asked for, which one search seldom finds whole."""
    chat: Chat | None = None
    """Which reply suits when nothing about the sources is asked."""
    sources: tuple[str, ...] = ()
    """Names of the sources that its words send to."""
    wishes: tuple[Wish, ...] = ()
    asked: str = ""
    """All of it as it was asked, on one line."""

    @property
    def slot(self) -> Slot:
        """What an answer must fill; empty for a topic."""
        return SLOTS[self.intents[0]]

    def asks_for(self, *intents: Intent) -> bool:
        """Whether one of these is asked for, first or beside another."""
        return any(intent in self.intents for intent in intents)

    def to_json(self) -> Read:
        """As the state of a run holds it."""
        return {
            "text": self.text,
            "language": self.language,
            "english": self.english,
            "own": list(self.own),
            "unread": list(self.unread),
            "names": [{"text": name.text, "kind": name.kind, "mark": name.mark} for name in self.names],
            "quoted": [{"text": one.text, "kind": one.kind, "pieces": list(one.pieces)} for one in self.quoted],
            "intents": list(self.intents),
            "slot": self.slot,
            "parts": list(self.parts),
            "newest": self.newest,
            "flow": self.flow,
            "chat": self.chat or "",
            "sources": list(self.sources),
            "wishes": [wish.to_json() for wish in self.wishes],
            "asked": self.asked,
        }
