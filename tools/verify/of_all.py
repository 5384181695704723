"""Sentences of answers that say of all documents how many fit a question, or that none does: no line can carry them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, get_args

from ..answer.writing.phrases import spoken
from ..question.vocabulary.language import Language

_RELATIONS: Final = ("filed", "none_filed")


def is_of_all(sentence: str) -> bool:
    """Whether a sentence is one of them, in any language."""
    return _pattern().search(sentence) is not None


@cache
def _pattern() -> re.Pattern[str]:
    sentences = [spoken(language)["answer"][relation] for language in get_args(Language) for relation in _RELATIONS]
    return re.compile("|".join(".+?".join(map(re.escape, re.split(r"\{\w+\}", one))) for one in sentences))
