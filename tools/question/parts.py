"""Questions that ask several things at once, taken apart."""

from __future__ import annotations

import re
from typing import Final

from citeline.text import identifiers_in, is_cjk

_ASKS: Final = r"(?:what|when|where|who|whom|whose|which|why|how)\b"
_ASKS_IN_GERMAN: Final = r"(?:was|wann|wo|woher|wohin|wer|wem|wen|welche[mnrs]?|warum|wieso|weshalb|wie)\b"
_ASKS_IN_SPANISH: Final = r"¿?(?:qué|cuándo|dónde|quién(?:es)?|cuál(?:es)?|cuánt[ao]s?|por qué|cómo)\b"
# Behind a bare comma `which`, `who`, `when` and `where` mostly tell more of what was asked.
_BETWEEN: Final = re.compile(
    rf"\s*(?:[;?]\s*|[,;?]\s*(?:and|then)\s+|\band\s+)(?={_ASKS})|\s*,\s*(?=(?:what|how|why)\b)|\s*[，；？]\s*(?=\S)"
    rf"|\s*[,;?]?\s*\bund\s+(?={_ASKS_IN_GERMAN})|\s*[,;?]?\s*\by\s+(?={_ASKS_IN_SPANISH})|\s*\?\s*(?=¿)",
    re.IGNORECASE,
)
_CONDITION: Final = re.compile(r"(?:在|如果|若|假如|没有|当|要是|只要|除了|对于)")
"""A part in Chinese that begins so asks nothing, whatever is in it: `如果哪天请假，怎么申请？`"""
_ASKS_IN_CHINESE: Final = re.compile(
    r"谁|什么|怎么|怎样|哪|多少|多久|多长|几|吗|如何|为何|何时|是否|能否|是不是|能不能|有没有"
)
_PRONOUN: Final = re.compile(r"\b(?:it|they|them|that one|this one)\b", re.IGNORECASE)
_RECORD: Final = re.compile(r"\b[A-Z][A-Z0-9]*-\d+\b")
_MOST: Final = 4
_LEAST_WORDS: Final = 3
"""Of a part: `and how` alone asks nothing."""


def parts_of(question: str) -> list[str]:
    """What is asked, one question each; the question alone when it asks one thing.

    The name that the first part is about stands for a pronoun in the others, so that each can be answered by itself.
    """
    parts = [part.strip(" ¿?？.") for part in _BETWEEN.split(question) if part.strip(" ¿?？.")]
    whole = len(parts) > 1 and all(map(_asks, parts))
    if not whole or len(parts) > _MOST:
        return [question]
    names = [*_RECORD.findall(parts[0]), *identifiers_in(parts[0])]
    if not names:
        return parts
    return [parts[0], *(_PRONOUN.sub(lambda _: names[0], part, count=1) for part in parts[1:])]


def _asks(part: str) -> bool:
    """In Chinese a comma also stands behind a condition, which asks nothing: `没有 pip，怎么装包？`"""
    if is_cjk(part):
        return _ASKS_IN_CHINESE.search(part) is not None and not _CONDITION.match(part)
    return len(re.findall(r"\w+", part)) >= _LEAST_WORDS
