"""Reads a question: everything that later steps ask about its words, in one value."""

from __future__ import annotations

import re
from functools import lru_cache

from .chat import small_talk
from .clean import MAX_QUESTION, clean_question
from .cues import has_cue
from .exact import exact_texts
from .intents import intent_chances, intents_of
from .lexicon import Lexicon
from .mentions import Mention, mentions, products
from .parts import parts_of
from .question import Mark, Name, Question
from .translation import read_question


def read(question: str, lexicon: Lexicon | None = None) -> Question:
    """What a question asks, its first 4,000 characters. `lexicon`: by default the shipped one. Pure and cached."""
    return _read(question, lexicon)


@lru_cache(maxsize=256)
def _read(question: str, lexicon: Lexicon | None) -> Question:
    text = clean_question(question)[:MAX_QUESTION]
    said = read_question(text, lexicon)
    names = tuple(Name(one.text, one.kind, _mark(one, text)) for one in mentions(text))
    intents = intents_of(text, said.language)
    return Question(
        text=text,
        language=said.language,
        english=said.english,
        own=said.own,
        unread=said.unread,
        names=names,
        quoted=exact_texts(question[:MAX_QUESTION]),
        intents=intents,
        chances=intent_chances(text, said.language),
        parts=tuple(parts_of(text)),
        newest=has_cue("newest", text, said),
        flow=has_cue("flow", text, said),
        chat=small_talk(text, said),
        asked=text,
    )


def _mark(mention: Mention, question: str) -> Mark:
    if mention.kind in ("path", "option"):
        return mention.kind
    name = re.escape(mention.text)
    if re.search(rf"`[^`]*{name}[^`]*`", question):
        return "backquotes"
    if re.search(rf"['\"“‘「«]{name}['\"”’」»]", question):
        return "quotes"
    if re.search(rf"{name}\(", question):
        return "call"
    if mention.kind == "symbol":
        return "shape"
    if mention.kind == "proper":
        return "product" if mention.text.lower() in products().names else "capital"
    return "strange"
