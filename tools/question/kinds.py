"""The kinds of things that programs support some of, and which of them a question asks for: `kinds.toml`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

from citeline.data_files import shipped_table, shipped_terms
from citeline.patterns import re
from citeline.text import STOPWORDS, terms, terms_of

from .cues import is_denied
from .intents import Intent
from .question import Question
from .vocabulary.words import is_asking

_SOME: Final[frozenset[Intent]] = frozenset(("list", "cell", "whether", "value", "topic", "rule"))
"""What a question for all of a kind is read as."""
_WHETHER: Final[frozenset[Intent]] = frozenset(("whether", "rule", "topic"))
"""The same of one for a member."""
_WORD: Final = re.compile(r"\w+")
_LONGEST: Final = 1000
"""Characters of a question that asks for nothing but a kind."""
_table: Final = partial(shipped_table, "citeline.tools.question", "kinds.toml")
terms_in_row: Final = partial(shipped_terms, "citeline.tools.question", "kinds.toml")
"""Those of a list of words of the table."""


class Kind(NamedTuple):
    """Databases, browsers, log levels: what is called so, and its well-known members."""

    called: tuple[frozenset[str], ...]
    """Terms of each of its names."""
    members: tuple[str, ...]
    spelled: re.Pattern[str]
    """All spellings of all members, each a group."""
    is_plain: bool

    def named_in(self, text: str) -> dict[int, str]:
        """The members that a text names, each as it is first spelt there."""
        found: dict[int, str] = {}
        for one in self.spelled.finditer(text):
            found.setdefault(int(one.lastgroup[1:]) if one.lastgroup else 0, one[0])
        return found


def kinds_asked(question: Question, project: Collection[str]) -> list[tuple[Kind, frozenset[int]]]:
    """The kind that is all that is asked for, or each that has the members that are, with these."""
    if question.asks_for("why", "when", "locate", "change", "error", "how") or len(question.english) > _LONGEST:
        return []
    beside = terms_in_row("asked") | terms_of(project)

    def content(text: str) -> frozenset[str]:
        return terms_of(word for word in _WORD.findall(text.lower()) if word not in STOPWORDS and not is_asking(word))

    def is_called(kind: Kind, said: frozenset[str]) -> bool:
        return any(name <= said and said - name <= beside for name in kind.called)

    english = question.english
    said = content(english)
    if question.intents[0] == "topic" and all(content(word) - beside for word in _WORD.findall(english)):
        return []  # whose only words are a name asks for anything about it
    if not question.is_denied and question.intents[0] in _SOME:
        for kind in kinds():
            if is_called(kind, said):
                return [(kind, frozenset())]
    if not (question.intents[0] in _WHETHER or (question.is_denied and question.intents[0] == "compare")):
        return []
    found: list[tuple[Kind, frozenset[int]]] = []
    for kind in kinds():
        wanted = frozenset() if kind.is_plain else frozenset(kind.named_in(english))
        rest = content(kind.spelled.sub(" ", english))
        if wanted and (rest <= beside or is_called(kind, rest)):
            meant = (one for one in kind.spelled.finditer(english) if not is_denied(english, *one.span()))
            found.append((kind, frozenset(kind.named_in(" ".join(one[0] for one in meant))) or wanted))
    return found


@cache
def kinds() -> Sequence[Kind]:
    """All of the table, in its order."""
    return [
        Kind(
            tuple(frozenset(terms(name)) for name in row["called"]),
            tuple(row["members"]),
            _spelled(row["members"]),
            bool(row.get("plain")),
        )
        for row in _table()["kinds"].values()
    ]


def _spelled(members: Sequence[str]) -> re.Pattern[str]:
    spellings = [(spelling, at) for at, one in enumerate(members) for spelling in one.split("|")]
    groups: dict[int, list[str]] = {}
    for spelling, at in sorted(spellings, key=lambda one: -len(one[0])):
        groups.setdefault(at, []).append(r"[\s_./-]?".join(map(re.escape, spelling.split(" "))))
    either = "|".join(f"(?P<m{at}>{'|'.join(each)})" for at, each in groups.items())
    return re.compile(rf"(?<![A-Za-z0-9])(?:{either})(?![A-Za-z0-9])", re.IGNORECASE)
