"""The sources that the words of a question send to, `in the policy documents`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import get_args

from citeline.text import terms

from .clean import clean_question
from .vocabulary.language import Language
from .vocabulary.languages import table_of


def sources_named(names: Iterable[str], question: str) -> tuple[list[str], str]:
    """Those of the names that a question sends to, and the question without these words."""
    found: list[str] = []
    rest = question
    for name in names:
        spoken = r"[ _-]".join(re.escape(part) for part in name.replace("-", "_").split("_"))
        left = re.sub(_pattern().replace("{name}", spoken), " ", rest, flags=re.IGNORECASE)
        if left != rest:
            found.append(name)
            rest = left
    return found, clean_question(rest) if terms(rest) else question


@cache
def _pattern() -> str:
    """Of all languages: a source is called alike in each."""
    tables = (table_of(language).get("asking", {}) for language in get_args(Language))
    return "|".join(table["source"] for table in tables if "source" in table)
