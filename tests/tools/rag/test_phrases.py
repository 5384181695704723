from __future__ import annotations

import re
from typing import get_args

import pytest

from citeline.tools.citations.facts import Relation, read_fact
from citeline.tools.rag.phrases import Phrase, answer_phrase, kind_phrase, spoken
from citeline.tools.retrieval.language import Language

LANGUAGES: tuple[Language, ...] = get_args(Language)
READ_BACK: dict[Phrase, Relation] = {
    "defined": "defined_in",
    "calls": "calls",
    "inherits": "inherits",
    "implements": "inherits",
    "includes": "inherits",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phrase", READ_BACK)
def test_stated_facts_are_read_back_as_facts(phrase: Phrase, language: Language) -> None:
    kind = kind_phrase("method", language)
    sentence = answer_phrase(phrase, language, name="A.b", other="C.d", path="x/y.py", kind=kind)
    fact = read_fact(sentence)
    assert fact is not None
    assert (fact.relation, fact.subject) == (READ_BACK[phrase], "A.b")
    assert fact.object in ("C.d", "x/y.py")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_sentence_with_the_same_values(language: Language) -> None:
    def shape(one: Language) -> dict[tuple[str, str], set[str]]:
        tables = spoken(one)
        return {(t, k): set(re.findall(r"{(\w+)}", text)) for t, table in tables.items() for k, text in table.items()}

    assert shape(language) == shape("en")
