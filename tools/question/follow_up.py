"""A question that goes on from the one before: its pronoun stands for what that was about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.model import DEFINITION_KINDS
from citeline.text import identifiers_in, is_cjk

from .read import read
from .vocabulary.language import language_of
from .vocabulary.languages import table_of

_SUBJECT: Final = re.compile(r"^`(?P<name>[A-Za-z_$][\w.$:]*)`", re.MULTILINE)
"""What a sentence of an answer begins with, where it tells of a definition."""

_PERSON: Final = ("human", "user")


@dataclass(frozen=True, slots=True)
class Before:
    """A question and what was answered."""

    question: str
    defined: str = ""
    """The definition that the answer cites first; empty where it cites none."""

    @classmethod
    def of_answer(cls, answer: Mapping[str, Any]) -> Before:
        """From an answer as `Answer.to_json` gives it."""
        cited = answer["claims"][0]["evidence"] if answer["claims"] else ()
        named = (
            item["name"] for item in answer["evidence"] if item["id"] in cited[:1] and item["kind"] in DEFINITION_KINDS
        )
        return cls(answer["question"], next(named, ""))

    @classmethod
    def of_messages(cls, said: Sequence[tuple[str, str]]) -> Before | None:
        """From a conversation, oldest first, without the question that goes on from it: the role of who spoke, and the
        text.
        """
        before: Before | None = None
        for speaker, text in said:
            if speaker in _PERSON:
                before = cls(followed(text, before))
            elif before is not None:
                found = _SUBJECT.search(text)
                before = cls(before.question, found["name"] if found else "")
        return before


def followed(question: str, before: Before | None) -> str:
    """The question as it can be answered by itself; as it is where it names something, or nothing went before."""
    if before is None:
        return question
    language = language_of(question)
    pronoun, bare, own = (_pattern(language, key) for key in ("pronoun", "bare", "own"))
    if bare is not None and bare.search(question):
        return f"{question.strip(' ?？。')}: {before.question}"
    if not (pronoun and pronoun.search(question)) and (thing := _subject_alone(question, before)):
        return _asked_of(thing, before)
    if identifiers_in(question):
        return question
    name = next(_named(before), "")
    found = pronoun.search(question) if pronoun else None
    if not name or pronoun is None or found is None or (own and own.search(question, 0, found.start())):
        return question
    return pronoun.sub(lambda found: _spaced(question, found, name), question, count=1)


def _subject_alone(question: str, before: Before) -> str:
    """What `and X?` names, which has hardly a word to tell its language by."""
    patterns = (_pattern(language_of(text), "instead") for text in (question, before.question))
    found = next((found for pattern in patterns if pattern and (found := pattern.search(question))), None)
    return found["thing"].strip() if found else ""


def _asked_of(thing: str, before: Before) -> str:
    """The question before about something else: in the place of its name, where this is a name too."""
    name = next((name for name in _named(before) if name in before.question), "")
    if name and (identifiers_in(thing) or " " not in thing):
        return before.question.replace(name, thing, 1)
    return f"{thing}: {before.question}"


def _spaced(question: str, found: re.Match[str], name: str) -> str:
    """A name apart from the characters of a script without spaces."""
    before, after = question[: found.start()][-1:], question[found.end() :][:1]
    return f"{' ' if is_cjk(before) else ''}{name}{' ' if is_cjk(after) else ''}"


def _named(before: Before) -> Iterator[str]:
    """What the question names, then the definition that its answer cites first, then its one word."""
    asked = read(before.question)
    yield from identifiers_in(asked.text)
    yield from (name.text for name in asked.names)
    if before.defined:
        yield before.defined
    if asked.about:
        yield asked.about


@cache
def _pattern(language: str, key: str) -> re.Pattern[str] | None:
    """`pronoun`: what stands for the subject; `bare`: a question that is nothing but what it asks for; `instead`: one
    that is nothing but its subject, `thing`.
    """
    said = table_of(language).get("follow", {}).get(key)
    return re.compile(said, re.IGNORECASE) if said else None
