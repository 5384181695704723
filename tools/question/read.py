"""Reads a question: everything that later steps ask about its words, in one value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from citeline.state import RAGState, Read

from .about import about_of
from .chat import small_talk
from .clean import clean_question, cut_question
from .cues import cues_in
from .directions import without_directions
from .exact import exact_texts, texts_asked
from .frames import beside_trace, frames_in
from .intents import intent_chances, intents_of
from .mentions import Mention, mentions, products, records_in
from .parts import parts_of
from .question import Mark, Name, Question
from .vocabulary.glossary import STEMMERS
from .vocabulary.lexicon import Lexicon, shipped_lexicon
from .vocabulary.translation import Reading, read_question


def question_of(state: RAGState) -> Question:
    """The question of a run, as `plan_intent` or a person has read it."""
    stored: object = state.get("read")
    if not isinstance(stored, Mapping):
        return read(state["question"])
    return Question.from_json(cast(Read, stored), lambda: read(state["question"]))


def read(question: str, lexicon: Lexicon | None = None) -> Question:
    """What a question asks, its first 4,000 characters. `lexicon`: by default the shipped one. Pure and cached."""
    return _read(question, lexicon or shipped_lexicon())


def parts_read(question: Question, lexicon: Lexicon | None = None) -> list[Question]:
    """Each of several questions in one, read by itself; empty where one thing is asked."""
    return [read(part, lexicon) for part in question.parts] if len(question.parts) > 1 else []


@lru_cache(maxsize=256)
def _read(question: str, lexicon: Lexicon) -> Question:
    question = cut_question(question)
    whole = clean_question(question)
    text = without_directions(whole)
    said = read_question(text, lexicon)
    renamed = lexicon.by_heads(text) if said.language not in STEMMERS else ""
    written = clean_question(beside_trace(question))  # a trace names what other programs have
    names = tuple(
        Name(one.text, one.kind, _mark(one, text))
        for one in mentions(_with_its_names(renamed or text, said))
        if written == whole or one.text in written
    )
    return Question(
        text=text,
        language=said.language,
        english=said.english,
        own=said.own,
        unread=said.unread,
        names=names,
        quoted=exact_texts(question),
        intents=intents_of(text, said.language),
        chances=intent_chances(text, said.language),
        parts=tuple(parts_of(text)),
        cues=cues_in(text, said),
        about=about_of(text, said.language, {name.text for name in names}),
        records=tuple(records_in(text)),
        renamed=renamed,
        texts=tuple(texts_asked(question)),
        frames=frames_in(question),
        chat=small_talk(text, said),
        asked=whole,
    )


def _with_its_names(text: str, said: Reading) -> str:
    """The question in the form that its names are read from.

    A word of the project's lexicon need not be in its files: another one stands for it. Of the words that no list has
    only well-known software is a name; in German every noun has a capital, a loan word too.
    """
    if said.language not in STEMMERS:
        return text
    known = products().names
    kept = [word for word in said.english.split() if word not in said.unread or word.lower() in known]
    if said.language == "de":
        kept = [word.lower() if word.istitle() and word.lower() not in known else word for word in kept]
    return " ".join(kept)


def _mark(mention: Mention, question: str) -> Mark:
    if mention.kind in ("path", "option"):
        return mention.kind
    name = re.escape(mention.text)
    if re.search(rf"`[^`]*{name}[^`]*`", question):
        return "backquotes"
    if re.search(rf"['\"“‘「«]{name}['\"”’」»]", question):
        return "quotes"
    if f"{mention.text}(" in question:
        return "call"
    if mention.kind == "symbol":
        return "shape"
    if mention.kind == "proper":
        return "product" if mention.text.lower() in products().names else "capital"
    return "strange"
