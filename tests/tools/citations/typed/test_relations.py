"""What is read in which language: the examples and sentences of `relations/`, and the table of them in the docs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citeline.tools.citations import check_support
from citeline.tools.citations.passage import Passage

FOLDER = Path(__file__).with_name("relations")
DOCS = Path(__file__).parents[4] / "docs/supports.md"
FILES = {
    "python": "shop.py",
    "typescript": "shop.ts",
    "go": "shop.go",
    "java": "Shop.java",
    "rust": "shop.rs",
    "csharp": "Shop.cs",
}
TOLD = tomllib.loads((FOLDER / "sentences.toml").read_text("utf-8"))
RELATIONS: dict[str, dict[str, Any]] = TOLD["relations"]
SIGNS = {"": "yes", "true": "no only", "false": "yes only", "both": "–"}


def misses(relation: str, language: str) -> str:
    return str(RELATIONS[relation].get("misses", {}).get(language, ""))


def cases() -> Iterator[tuple[str, str, str, str]]:
    for relation, told in RELATIONS.items():
        for language in told.get("only", FILES):
            for truth in ("true", "false"):
                if truth in told:
                    yield relation, language, truth, told[truth]


@pytest.mark.parametrize(("relation", "language", "truth", "sentence"), cases())
def test_each_relation_is_read_in_each_language(relation: str, language: str, truth: str, sentence: str) -> None:
    """Whoever asks about a C# class gets the tick that a Python class gets; what is missing is known by name."""
    names = TOLD["names"].get(language, {})
    spelled = re.sub(r"\w+", lambda word: names.get(word[0], word[0]), sentence)
    text = (FOLDER / f"{FILES[language]}.txt").read_text("utf-8")
    found = check_support(spelled, Passage(text, 1, text.count("\n"), FILES[language], "", ended=True))
    if misses(relation, language) in (truth, "both"):
        assert found.verdict in ("place", "partly", "not_shown"), f"{spelled}: read by now, {found.why}"
    else:
        assert found.verdict == {"true": "supported", "false": "contradicted"}[truth], f"{spelled}: {found.why}"


def test_the_docs_say_what_is_read_in_which_language() -> None:
    rows = [
        f"| {relation.replace('_', ' ')} | "
        + " | ".join(
            SIGNS[misses(relation, language)] if language in told.get("only", FILES) else "" for language in FILES
        )
        + " |"
        for relation, told in RELATIONS.items()
    ]
    assert "\n".join(rows) in DOCS.read_text("utf-8"), "the table should be:\n" + "\n".join(rows)
