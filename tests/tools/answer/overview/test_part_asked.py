"""`what is chargerd` is answered with what the project says of its part, before any field or line that has the name."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline import ask
from citeline.settings import Settings
from citeline.tools.answer.overview.part_asked import part_drafts
from citeline.tools.handle import IndexHandle, index
from citeline.tools.question.read import read

from .trees import lay_out

FILES = {
    "README.md": "# acme\n\nAcme runs shops.\n",
    "chargerd/README.md": "## chargerd\n\n`chargerd` is the daemon that charges cards.\n\nRead the docs.\n",
    "chargerd/server.go": "package chargerd\n\n// Server waits for orders.\ntype Server struct {\n\tpath string\n}\n",
    "apps/chargerd/main.go": (
        'package main\n\nimport "acme/chargerd"\n\ntype program struct {\n\tchargerd *chargerd.Server\n}\n\n'
        "func main() {\n\tprg := &program{}\n\tprg.Run()\n}\n"
    ),
    "apps/bill_to_file/main.go": (
        "// This is a client that writes bills out to a file\n\npackage main\n\nfunc main() {\n\tWrite()\n}\n"
    ),
    "internal/shelf/lru.go": "package shelf\n\n// Shelf keeps the newest bills.\ntype Shelf struct {\n\tsize int\n}\n",
    "acme/__init__.py": '"""All of acme."""\n\nVALUE = 1\n',
}


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("parts")
    return index(lay_out(root / "acme", FILES), settings=Settings(home=root / "home", workers=1, no_model=True))


def _told(acme: IndexHandle, question: str) -> list[str]:
    return [f"{one.fact['subject']}: {one.fact['object']}" for one in part_drafts(acme.reader, read(question))]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what is chargerd?", "chargerd: `chargerd` is the daemon that charges cards."),
        ("what does chargerd do", "chargerd: `chargerd` is the daemon that charges cards."),
        ("chargerd 是什么", "chargerd: `chargerd` is the daemon that charges cards."),
        ("what is bill_to_file for?", "apps/bill_to_file: This is a client that writes bills out to a file"),
        ("what is internal/shelf", "internal/shelf: Shelf keeps the newest bills."),
        ("what is the shelf package for", "internal/shelf: Shelf keeps the newest bills."),
        ("shelf 包是做什么的", "internal/shelf: Shelf keeps the newest bills."),
    ],
)
def test_a_part_is_told_by_its_own_words(acme: IndexHandle, question: str, told: str) -> None:
    assert _told(acme, question)[0] == told


@pytest.mark.parametrize(
    "question",
    ["what is a shelf", "what is acme", "who calls chargerd", "how does chargerd charge a card", "what is refundd"],
    ids=["an ordinary word", "the project", "callers", "more than the name", "no part"],
)
def test_other_questions_are_none_for_a_part(acme: IndexHandle, question: str) -> None:
    assert _told(acme, question) == []


def test_the_answer_begins_with_it(acme: IndexHandle) -> None:
    answer = ask("what is chargerd?", acme)
    assert answer.claims[0]["text"] == "`chargerd`: `chargerd` is the daemon that charges cards."
    assert answer.evidence[0]["path"] == str(Path("chargerd/README.md"))
