"""That so many documents fit, or none does, is undecided: no line of any of them says so."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from citeline.state import Fact
from citeline.tools.answer.writing.phrases import say
from citeline.tools.question.vocabulary.language import Language

from .written import check_text, indexed, write

FACTS: tuple[Fact, ...] = (
    {"relation": "none_filed", "subject": "Ida · in 2022", "object": "2023-11-20", "condition": "2024-03-05"},
    {"relation": "filed", "subject": "Ida Berg · before 2025", "object": "2"},
)


@pytest.mark.parametrize("fact", FACTS)
@pytest.mark.parametrize("language", get_args(Language))
def test_what_an_answer_says_of_all_documents_is_not_called_false(
    language: Language, fact: Fact, tmp_path: Path
) -> None:
    write(tmp_path / "tree", "plan.md", "---\nauthor: Ida Berg\ndate: 2024-03-05\n---\n# Plan\n\nOil.\n")
    write(tmp_path / "tree", "roof.md", "---\nauthor: Ida Berg\ndate: 2023-11-20\n---\n# Roof\n\nSlates.\n")
    index = indexed(tmp_path / "tree", tmp_path / "home")
    found = check_text(index, f"{say(fact, language)} (`roof.md:3`, `plan.md:3`)\n")
    index.close()
    assert [(item.path, item.level) for item in found] == [("roof.md", "fine"), ("plan.md", "fine")]
