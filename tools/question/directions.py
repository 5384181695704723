"""What a question says of its answer and not of its subject: the unit, the decimals, the statement to read it from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from .vocabulary.languages import table_of


def without_directions(question: str) -> str:
    """It without sentences, clauses and brackets that only direct its answer; all of it if nothing is left."""
    patterns = _patterns()
    if not patterns.hint.search(question):
        return question
    sentences = [sentence for sentence in patterns.between.split(question) if not patterns.sentence.match(sentence)]
    kept = " ".join(patterns.unit.sub("", patterns.clause.sub("", sentence)) for sentence in sentences)
    kept = " ".join(kept.split()).replace(" ?", "?")
    return kept if re.search(r"\w{2}", kept) else question


@dataclass(frozen=True, slots=True)
class _Patterns:
    hint: re.Pattern[str]
    """Without one of its words there is nothing to look for."""
    between: re.Pattern[str]
    sentence: re.Pattern[str]
    clause: re.Pattern[str]
    unit: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    table: dict[str, Any] = {**table_of("en")["directions"], "asks": table_of("en")["parts"]["asks"]}

    def made(key: str) -> re.Pattern[str]:
        text = table[key].replace("{statement}", table["statement"]).replace("{asks}", table["asks"])
        return re.compile(text, re.IGNORECASE | re.VERBOSE if key == "sentence" else re.IGNORECASE)

    return _Patterns(*(made(key) for key in ("hint", "between", "sentence", "clause", "unit")))
