"""The sentences that Citeline says itself, in the language of the question: `languages/*.toml`, for people to edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias

from citeline.data_files import shipped_table
from citeline.model import NodeKind
from citeline.state import Chat, Fact, MissingName
from citeline.text import last_part, split_identifier, words

from ...citations.governed import DENIED
from ...question.vocabulary.language import Language

Refusal: TypeAlias = Literal[
    "nothing",
    "empty",
    "not_stated",
    "doubtful",
    "late",
    "looked",
    "only",
    "part",
    "closest",
    "nearest",
    "search",
    "budget",
    "fill",
    "skipped",
    "sampled",
    "unread",
]


@cache
def spoken(language: Language) -> Mapping[str, Mapping[str, str]]:
    """The sentences of a language by table and key, with their braces."""
    return shipped_table("citeline.tools.answer.writing", f"languages/{language}.toml")


def say(fact: Fact, language: Language) -> str:
    """The sentence of a fact: the one of its relation, with `_if` behind it for a fact that has a condition.

    What is raised is a type or the text of a message, each with a sentence of its own.
    """
    sentences = spoken(language)["answer"]
    relation = fact["relation"]
    relation = "raises_text" if relation == "raises" and " " in fact["object"] else relation
    # `StrictSlash defines …` has its subject; `Add a hook` of a function `Add` has none.
    name = last_part(fact["subject"])
    is_told = relation == "shown" and not fact.get("condition") and len(split_identifier(name)) > 1
    if is_told and fact["object"].startswith(f"{name} "):
        return f"{quoted(fact['subject'])}{fact['object'].removeprefix(name)}"
    if names_its_subject(fact):
        return fact["object"]
    conditional = sentences.get(f"{relation}_if") if fact.get("condition") else None
    kind = fact.get("kind")
    has_marks = relation == "code" and "`" in fact["object"]  # code that holds one stands between two, as in Markdown
    return (conditional or sentences[relation]).format(
        subject=fact["subject"],
        object=f"` {fact['object']} `" if has_marks else fact["object"],
        condition=_worded(fact.get("condition", "")),
        kind=kind_phrase(kind, language) if kind else "",
    )


def _worded(condition: str) -> str:
    """A condition as code; of `if ready … else` that it does not hold: `not ready`."""
    denied = DENIED.fullmatch(condition)
    if denied is None:
        return condition
    whole = denied["condition"]
    return f"not ({whole})" if " " in whole or whole.startswith("!") else f"not {whole}"


def names_its_subject(fact: Fact) -> bool:
    """Whether a purpose is a sentence about what it is of, and says all: `attrs is the package that …`."""
    return fact["relation"] == "purpose" and words(fact["object"].lower())[:1] == [fact["subject"].lower()]


def kind_phrase(kind: NodeKind, language: Language) -> str:
    """`a method` or `方法`."""
    kinds = spoken(language)["kinds"]
    return kinds.get(kind, kinds["other"])


def refusal_phrase(phrase: Refusal, language: Language, /, **values: str) -> str:
    """A line of a refusal; `values` as its braces name them."""
    return spoken(language)["refusal"][phrase].format(**values)


def chat_phrase(chat: Chat, language: Language, name: str) -> str:
    """What is said to who asks nothing about the sources; `name` is theirs."""
    return spoken(language)["chat"][chat].format(name=name)


def absence_phrase(missing: Sequence[MissingName], corpus: str, language: Language) -> str:
    """``No `RedisCache` in shop; nearest: `FileCache`.`` A sentence a name; empty for none."""
    spaceless = language in ("zh", "ja")
    told = []
    for one in missing:
        nearest = ("、" if spaceless else ", ").join(map(quoted, one["nearest"]))
        phrase = spoken(language)["refusal"]["absent_near" if nearest else "absent"]
        told.append(phrase.format(name=quoted(one["name"]), corpus=corpus, nearest=nearest))
    return ("" if spaceless else " ").join(told)


def quoted(name: str) -> str:
    """As code."""
    # A back quote of its own would end the code in which markup does nothing.
    return f"`{name.replace('`', chr(39))}`"
