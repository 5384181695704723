"""Sentences generated from the facts of definitions: true ones, false ones, and calls and bases turned round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, TypeAlias

from citeline.tools.citations.facts import Relation
from citeline.tools.citations.passage import Passage, contains_name

from .corpora import Repository
from .nearly_true import may_be_true
from .source_facts import SourceFact, source_facts

Truth: TypeAlias = Literal["true", "false", "reversed"]
MOST: Final = 60
"""Facts of each relation and repository, evenly spaced."""

SENTENCES: Final[Mapping[Relation, tuple[str, ...]]] = {
    "raises": (
        "`{s}` raises `{o}`.",
        "`{s}` may throw a `{o}`.",
        "A `{o}` is raised by `{s}`.",
        "Calling `{s}` can raise `{o}`.",
        "The function `{s}` throws `{o}`.",
    ),
    "returns": (
        "`{s}` returns `{o}`.",
        "The return type of `{s}` is `{o}`.",
        "`{s}` returns a value of type `{o}`.",
        "`{s}` is annotated to return `{o}`.",
        "`{s}` has return type `{o}`.",
    ),
    "default": (
        "In `{p}`, `{s}` defaults to `{o}`.",
        "The default value of `{s}` in `{p}` is `{o}`.",
        "The `{s}` parameter of `{p}` defaults to `{o}`.",
        "`{p}` takes `{s}` with a default of `{o}`.",
        "`{p}` has a parameter `{s}` whose default is `{o}`.",
    ),
    "inherits": (
        "`{s}` inherits from `{o}`.",
        "`{s}` is a subclass of `{o}`.",
        "The base class of `{s}` is `{o}`.",
        "`{o}` is a base class of `{s}`.",
        "`{s}` extends `{o}`.",
    ),
    "calls": (
        "`{s}` calls `{o}`.",
        "`{s}` invokes `{o}()`.",
        "`{o}` is called by `{s}`.",
        "Inside `{s}`, `{o}` is called.",
        "`{s}` makes a call to `{o}`.",
    ),
    "defined_in": (
        "`{s}` is defined in `{o}`.",
        "`{o}` defines `{s}`.",
        "The definition of `{s}` is in `{o}`.",
        "`{s}` lives in `{o}`.",
    ),
}


@dataclass(frozen=True, slots=True)
class Claim:
    """A generated sentence and the lines that it is held against."""

    repository: str
    language: str
    held_out: bool
    relation: Relation
    truth: Truth
    sentence: str
    passage: Passage


def generated_claims(repository: Repository, random: Random) -> Iterator[Claim]:
    """A true and a false claim of each fact, and both reversals of calls and bases."""
    by_relation: dict[Relation, list[SourceFact]] = {}
    for fact in source_facts(repository):
        by_relation.setdefault(fact.relation, []).append(fact)
    for relation, facts in by_relation.items():
        for number, fact in enumerate(facts[:: max(1, len(facts) // MOST)][:MOST]):
            yield from _claims(repository, fact, facts, SENTENCES[relation][number % len(SENTENCES[relation])], random)


def _claims(
    repository: Repository, fact: SourceFact, others: list[SourceFact], sentence: str, random: Random
) -> Iterator[Claim]:
    def claim(truth: Truth, subject: str, object_: str, passage: Passage) -> Claim:
        text = sentence.format(s=subject, o=object_, p=fact.definition.node.name)
        language = fact.definition.document.parsed.language
        return Claim(repository.name, language, repository.held_out, fact.relation, truth, text, passage)

    passage = fact.definition.passage
    yield claim("true", fact.subject, fact.object, passage)
    wrong = _another_object(fact, others, random)
    if wrong:
        yield claim("false", fact.subject, wrong, passage)
    if fact.relation in ("calls", "inherits"):
        yield claim("reversed", fact.object, fact.subject, passage)
        for definition in repository.by_name.get(fact.object, ())[:1]:
            # Who calls each other in fact is left out.
            if not contains_name(definition.passage.text, fact.subject):
                yield claim("reversed", fact.object, fact.subject, definition.passage)


def _another_object(fact: SourceFact, others: list[SourceFact], random: Random) -> str:
    """Of another fact of the relation, such that the lines do not name it; a default only has to differ."""
    text = fact.definition.passage.text
    own = {other.object for other in others if (other.definition, other.subject) == (fact.definition, fact.subject)}
    for other in random.sample(others, min(len(others), 40)):
        named = contains_name(text, other.object) and fact.relation != "default"
        if other.object not in own and not named and not may_be_true(fact, other.object):
            return other.object
    return ""
