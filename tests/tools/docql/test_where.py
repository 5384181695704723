"""Search and answers among the documents that say something of themselves: author, dates, sender, title, version."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import citeline
from citeline.cli.main import run
from citeline.errors import UsageError
from citeline.settings import Settings
from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.handle import IndexHandle, open_index
from citeline.tools.question.read import read
from citeline.tools.searched import chosen_sources

_FILES = {
    "ana.md": (
        "---\nauthor: Ana Ruiz\ndate: 2024-03-01\n---\n# Budget\n\nThe budget of the harbour is 40 million euros.\n"
    ),
    "ben.md": (
        "---\nauthor: [Ben Low, Eve O'Dell]\ndate: 2025-06-01\nversion: 2\n---\n# Plan && budget\n\n"
        "The budget of the harbour is 55 million euros.\n"
    ),
    "mails/cy.eml": (
        "From: Cy Moor <cy@example.org>\nTo: dee@example.org\nSubject: Costs\nDate: Fri, 7 Nov 2025 10:00:00 +0000\n\n"
        "The budget of the harbour is 60 million euros now.\n"
    ),
    "budget.py": 'def budget():\n    """The budget of the harbour."""\n    return 3\n',
}
_QUESTION = "what is the budget of the harbour?"


@pytest.fixture(scope="module")
def handle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexHandle]:
    folder = tmp_path_factory.mktemp("where")
    for name, text in _FILES.items():
        (folder / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "tree" / name).write_text(text)
    settings = Settings(home=folder / "home")
    citeline.index(folder / "tree", settings=settings).close()
    with open_index(folder / "tree", settings=settings) as opened:
        yield opened


@pytest.mark.parametrize(
    ("where", "paths"),
    [
        ("author=ruiz", {"ana.md"}),
        ("sender = cy", {"mails/cy.eml"}),
        ("author=Eve O'Dell", {"ben.md"}),
        ("created=2025", {"ben.md", "mails/cy.eml"}),
        ("created>=2025-07 && created<2026", {"mails/cy.eml"}),
        ("author!=ana && created", None),
        ("author!=ana && @.created", {"ben.md", "mails/cy.eml"}),
        ('title="Plan && budget"', {"ben.md"}),
        ("version=2", {"ben.md"}),
        ("language=python", {"budget.py"}),
        ("directory=mails", {"mails/cy.eml"}),
        ("lines>6 && title~budget", {"ana.md", "ben.md"}),
        ('@.author contains "ana" || @.extension == "eml"', {"ana.md", "mails/cy.eml"}),
        ("!(@.author)", {"budget.py"}),
    ],
)
def test_only_documents_that_say_so_are_found(handle: IndexHandle, where: str, paths: set[str] | None) -> None:
    if paths is None:
        with pytest.raises(DocQLError, match="is no test"):
            handle.search(_QUESTION, where=where)
        return
    assert {hit.chunk.path for hit in handle.search(_QUESTION, where=where)} == paths
    assert {hit.chunk.path for hit in handle.search(_QUESTION, where=where, single=True)} == paths


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("writer=ana", "did you mean `author`"),
        ("colour=red", "properties: path, name"),
        ("modified>yesterday", "2026-01-31"),
        ("created>=2025-13", "2026-01-31"),
        ("size=12.5", "size: from "),
        ("(author=ana || author=ben)", "write @. before each name"),
        ("nonsense", "write name=value"),
        (" && ", "write name=value"),
        ("author=ana || author=ben", "write @. before each name"),
        ('@.path == "x")][?(@.path == "y"', "join tests"),
        ("author=zed", "author: Ana Ruiz, Ben Low, Eve O'Dell, Cy Moor"),
        ("created>2030", "from 2024-03-01 to 2025-11-07"),
    ],
)
def test_a_filter_that_cannot_be_meant_says_what_to_write(handle: IndexHandle, where: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        handle.search(_QUESTION, where=where)
    assert told in error.value.remedy
    with pytest.raises(UsageError):
        citeline.ask(_QUESTION, handle, where=where, no_model=True)


@pytest.mark.parametrize(("where", "amount"), [("author=ana", "40"), ("version=2", "55"), ("sender=cy", "60")])
def test_an_answer_cites_only_documents_that_say_so(handle: IndexHandle, where: str, amount: str) -> None:
    answer = citeline.ask(_QUESTION, handle, where=where, no_model=True)
    assert f"{amount} million" in answer.answer
    assert len({piece["path"] for piece in answer.to_json()["evidence"]}) == 1


def test_an_overview_cites_only_documents_that_say_so(tmp_path: Path, home: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("# Harbour\n\nHarbour is a program that counts ships.\n")
    (tmp_path / "docs/notes.md").write_text("# Notes\n\nWhat this project is not: a program for trains.\n")
    with citeline.index(tmp_path, settings=Settings(home=home)) as opened:
        answer = citeline.ask("what is this project?", opened, where="path=docs", no_model=True).to_json()
        assert {piece["path"] for piece in answer["evidence"]} <= {"docs/notes.md"}


@pytest.mark.parametrize(
    ("question", "basis"),
    [("where does `the pier is full` come from?", "raised"), ("which environment variables are there?", "environment")],
)
def test_messages_and_lists_are_found_in_documents_that_say_so(
    tmp_path: Path, home: Path, question: str, basis: str
) -> None:
    reads = "".join(f'    os.getenv("{name}")\n' for name in ("SHIPS", "PIERS", "CRANES"))
    (tmp_path / "main.py").write_text(f'def build():\n{reads}    raise ValueError("the pier is full")\n')
    with citeline.index(tmp_path, settings=Settings(home=home)) as opened:
        sources = chosen_sources(opened.reader, opened.settings, where="path=main.py")
        assert special_drafts(opened.reader, read(question), [], None, sources).basis == basis


def test_many_filters_are_asked_of_one_open_index(handle: IndexHandle) -> None:
    for number in range(200):
        assert len(handle.search(_QUESTION, where=f"lines<{1_000 + number}")) == len(_FILES)


def test_at_the_terminal_tests_are_given_one_by_one(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in _FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    given = ["--repo", str(tmp_path), "--format", "json"]
    asked = [_QUESTION, *given, "--where", "created>=2025", "--where", '@.author contains "cy" || @.version == "7"']
    for command in ("search", "ask"):
        assert run([command, *asked]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert {one["path"] for one in shown.get("hits") or shown["evidence"]} == {"mails/cy.eml"}
    assert run(["search", _QUESTION, *given, "--where", "author=zed"]) == 2
