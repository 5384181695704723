"""A file or a folder that is asked for by its path is told from its own lines, not by the README of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline import ask
from citeline.settings import Settings
from citeline.tools.answer.overview.path_asked import path_asked
from citeline.tools.handle import IndexHandle, index
from citeline.tools.question.read import read

from .trees import lay_out

FILES = {
    "README.md": "# acme\n\nAcme is a shop that sells over the web.\n\n## Features\n\n- Fast\n- Small\n- Cheap\n",
    "package.json": '{"name": "acme", "description": "A shop that sells over the web"}\n',
    "lib/fence.js": (
        "'use strict'\n\nconst { till } = require('./till')\n\n// Keeps the orders of one plugin from all others.\n"
        "module.exports = function fence (old) {\n  return Object.create(old)\n}\n\n"
        "function prefix (one) {\n  return till(one)\n}\n"
    ),
    "lib/till.js": "'use strict'\n\nfunction till (order) {\n  return order\n}\n\nmodule.exports = { till }\n",
    "main.js": "'use strict'\n\nconst fence = require('./lib/fence')\n\nmodule.exports = fence({})\n",
    "tools/mail/send.py": '"""Sends a bill by mail."""\n\n\ndef send() -> None:\n    """Sends one."""\n',
    "tools/mail/text.py": '"""Writes the text of a bill."""\n\n\ndef write() -> None:\n    """Writes one."""\n',
    ".github/workflows/README.md": "# Workflows\n\nEach of them checks the shop before it opens.\n",
    ".github/workflows/check.yml": "name: check\non: push\n",
}


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("paths")
    return index(lay_out(root / "acme", FILES), settings=Settings(home=root / "home", workers=1, no_model=True))


@pytest.mark.parametrize(
    "question",
    [
        "lib/fence.js - what is this file for?",
        "what does lib/fence.js do?",
        "what's in lib/fence.js",
        "what is the role of `lib/fence.js`?",
        "lib/fence.js",
        "fence.js: what does it do",
        "was macht lib/fence.js?",
        "¿qué hace lib/fence.js?",
        "que contient lib/fence.js ?",
        "lib/fence.js 是干什么的？",
        "lib/fence.js には何がありますか？",
    ],
)
def test_a_file_is_told_by_its_definitions_and_who_imports_it(acme: IndexHandle, question: str) -> None:
    """`What is this file for?` was answered with what the README says of the project."""
    first, *rest = ask(question, acme).claims
    assert "Keeps the orders of one plugin from all others." in first["text"]
    assert any("`prefix`" in claim["text"] for claim in rest)
    assert any("`main.js`" in claim["text"] for claim in rest)
    assert not any("sells" in claim["text"] for claim in rest)


@pytest.mark.parametrize("question", ["what lives in tools/mail?", "what's in tools/mail/", "tools/mail 里有什么"])
def test_a_folder_is_told_by_what_its_files_say(acme: IndexHandle, question: str) -> None:
    told = path_asked(acme.reader, read(question))
    said = {one.fact["subject"]: one.fact["object"] for one in told.drafts} if told else {}
    assert said["tools/mail/send.py"] == "Sends a bill by mail."
    assert said["tools/mail/text.py"] == "Writes the text of a bill."


def test_a_hidden_folder_is_told_by_its_page(acme: IndexHandle) -> None:
    told = path_asked(acme.reader, read(".github/workflows - what is it for?"))
    assert told and "checks the shop" in told.drafts[0].fact["object"]


@pytest.mark.parametrize(
    "question",
    [
        "who imports lib/fence.js?",
        "what does lib/fence.js import?",
        "how do orders get into lib/fence.js?",
        "why does lib/fence.js copy the old one?",
        "when was lib/fence.js added?",
        "what is this project for?",
        "what is lib/counter.js for?",
    ],
)
def test_other_questions_about_a_path_are_read_as_before(acme: IndexHandle, question: str) -> None:
    assert path_asked(acme.reader, read(question)) is None


def test_the_parts_that_a_page_lists_are_told_and_not_what_it_begins_with(tmp_path: Path) -> None:
    """`What are the parts named in AGENTS.md` was answered with the first sentence of the page."""
    page = (
        "# Guide\n\nAcme is a shop that sells over the web.\n\n| Path | What |\n|---|---|\n"
        "| `lib/` | Main library source |\n| `tests/` | All the tests |\n| `docs/` | Pages for users |\n"
    )
    files = {"AGENTS.md": page, "lib/a.py": "A = 1\n", "tests/test_a.py": "B = 1\n", "docs/a.md": "# A\n\nIt is one.\n"}
    with index(lay_out(tmp_path / "acme", files)) as handle:
        told = [claim["text"] for claim in ask("What are the parts named in AGENTS.md?", handle).claims]
    assert told[:3] == ["`lib`: Main library source", "`tests`: All the tests", "`docs`: Pages for users"]


MANUAL = """.TH "{upper}" "1"
.SH NAME
{name} \\- {described}
.SH DESCRIPTION
Reports and fixes the common errors of a CSV file.
"""


def test_a_manual_page_is_told_by_what_it_describes_without_its_markup(tmp_path: Path) -> None:
    """`What does csvclean do?` was answered with `man/csvclean.1 defines CSVCLEAN(1)`."""
    described = {"csvclean": "csvclean Documentation", "csvsort": "sorts the rows of a CSV file"}
    pages = {
        f"man/{name}.1": MANUAL.format(upper=name.upper(), name=name, described=said)
        for name, said in described.items()
    }
    with index(lay_out(tmp_path / "tree", pages), settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        asked = {name: ask(f"what does {name} do?", handle, no_model=True).claims[0]["text"] for name in described}
        asked["path"] = ask("man/csvsort.1 - what is this for?", handle, no_model=True).claims[0]["text"]
    assert asked == {
        "csvclean": "`man/csvclean.1`: Reports and fixes the common errors of a CSV file.",
        "csvsort": "`man/csvsort.1`: csvsort - sorts the rows of a CSV file",
        "path": "`man/csvsort.1`: csvsort - sorts the rows of a CSV file",
    }
