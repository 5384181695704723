from __future__ import annotations

import pytest

from citeline.tools.citations.facts import Relation, read_fact
from citeline.tools.rag.phrases import PHRASES, Language, Phrase, kind_phrase

READ_BACK: dict[Phrase, Relation] = {
    "defined": "defined_in",
    "calls": "calls",
    "inherits": "inherits",
    "implements": "inherits",
    "includes": "inherits",
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("phrase", READ_BACK)
def test_stated_facts_are_read_back_as_facts(phrase: Phrase, language: Language) -> None:
    kind = kind_phrase("method", language)
    sentence = PHRASES[language][phrase].format(name="A.b", other="C.d", path="x/y.py", kind=kind)
    fact = read_fact(sentence)
    assert fact is not None
    assert (fact.relation, fact.subject) == (READ_BACK[phrase], "A.b")
    assert fact.object in ("C.d", "x/y.py")


def test_both_languages_have_every_phrase() -> None:
    assert PHRASES["en"].keys() == PHRASES["zh"].keys()
