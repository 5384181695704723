"""What differs is told of both sides: each definition or section that is compared has a claim of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.tools.answer.compose import compose, passages_of, read_sought
from citeline.tools.answer.sources.compared import sides_compared
from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.evidence.evidence import passage_refs
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

from ..trees import indexed

TREE = {
    "strip.go": (
        "package strip\n\n"
        "// DropSlash removes the slash and goes on.\nfunc DropSlash(path string) string {\n\treturn path\n}\n\n"
        "// MoveSlash redirects to the other path.\nfunc MoveSlash(path string) string {\n\treturn path\n}\n"
    ),
    "strip_test.go": "package strip\n\nfunc TestDropSlash() {\n\tDropSlash(MoveSlash(path))\n}\n",
    "accounts.md": (
        "# Accounts\n\nThere are two accounts.\n\n## Playground account\n\nEmptied every Friday.\n\n"
        "## Interview account\n\nEmptied every day; users may be created.\n\n## Access\n\nAsk for one in the channel.\n"
    ),
}


def sides(tmp_path: Path, question: str) -> list[tuple[str, int]]:
    opened, asked = indexed(tmp_path, TREE), read(question)
    passages = passages_of(opened, search(opened, asked, top_k=20, single=True).hits)
    found = sides_compared(opened, asked, passages, read_sought(opened, asked))
    return [(one.passage.chunk.path, one.start_line) for one in found]


def test_named_definitions_are_told_in_the_order_of_the_question_from_their_comments_on(tmp_path: Path) -> None:
    assert sides(tmp_path, "MoveSlash or DropSlash? what's the difference") == [("strip.go", 8), ("strip.go", 3)]


def test_things_without_a_name_of_code_are_told_by_the_sections_that_are_called_after_them(tmp_path: Path) -> None:
    question = "difference between the playground account and the interview account"
    assert sorted(sides(tmp_path, question)) == [("accounts.md", 5), ("accounts.md", 9)]


@pytest.mark.parametrize(
    "question", ["what does MoveSlash do with DropSlash", "when is the playground account emptied"]
)
def test_a_question_that_compares_nothing_has_no_sides(tmp_path: Path, question: str) -> None:
    assert sides(tmp_path, question) == []


def test_a_row_with_the_names_of_two_definitions_is_not_their_difference(tmp_path: Path) -> None:
    row = "# Contracts\n\n| Contract | Holds? |\n|---|---|\n| `MoveSlash` with `DropSlash` | Yes, from 3.30 on |\n"
    opened = indexed(tmp_path, {**TREE, "contracts.md": row})
    assert special_drafts(opened, read("difference between MoveSlash and DropSlash"), []).basis == ""


def test_ranked_lines_behind_the_sides_repeat_neither_of_them(tmp_path: Path) -> None:
    news = (
        "# Playground account\n\nEmptied every Friday, the playground account.\n\n"
        "# Interview account\n\nUsers of the interview account may be created.\n"
    )
    opened = indexed(tmp_path, {**TREE, "news.md": news})
    asked = read("difference between the playground account and the interview account")
    hits = search(opened, asked, top_k=20, single=True).hits
    claims = compose(opened, asked, (), passage_refs(hits)).claims
    assert ["Friday" in claim["text"] for claim in claims] == [True, *[False] * (len(claims) - 1)]
    assert len(claims) > 2
