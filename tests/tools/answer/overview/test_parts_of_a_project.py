"""`what is chargerd` is answered with what the project says of its part, before any field or line that has the name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from citeline import ask
from citeline.settings import Settings
from citeline.tools.answer.overview.facts import overview_facts
from citeline.tools.answer.overview.path_asked import part_drafts
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
    "ledger/README.md": "# ledger\n\nThe books of the shop, one line a sale.\n",
    "ledger/entry.go": "package ledger\n\n// Entry is one sale.\ntype Entry struct {\n\tcents int\n}\n",
    "relay/conn.go": "package relay\n\n// Dial opens a socket.\nfunc Dial() {\n}\n\n// Conn is it.\ntype Conn int\n",
    "relay/zz.go": "// Package relay sends orders from shop to shop.\npackage relay\n\nfunc Send() {\n}\n",
    "mail/smtp.go": "package mail\n\n// Envelope is what is sent.\ntype Envelope struct {\n}\n",
    "scripts/README.md": "# Scripts\n\nTools that only the release needs.\n",
    "scripts/tag.sh": "#!/bin/sh\ngit tag $1\n",
    "fmt.sh": "#!/bin/sh\n# Formats all of it.\ngofmt -w .\n",
    "cmd/acme-test/README.md": "# acme-test\n\nChecks a shop that runs.\n",
    "cmd/acme-test/main.go": "package main\n\nfunc main() {\n}\n",
    "acme/__init__.py": '"""All of acme."""\n\nVALUE = 1\n',
}


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    return _indexed(tmp_path_factory.mktemp("parts"), "acme", FILES)


def _indexed(root: Path, name: str, files: Mapping[str, str]) -> IndexHandle:
    return index(lay_out(root / name, files), settings=Settings(home=root / "home", workers=1, no_model=True))


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
        ("what is the ledger folder", "ledger: The books of the shop, one line a sale."),
        ("what is the relay package for", "relay: Package relay sends orders from shop to shop."),
        ("what is the mail package", "mail: `Envelope`"),
        ("what is the mail module?", "mail: `Envelope`"),
        ("what is the scripts folder for?", "scripts: Tools that only the release needs."),
        ("what is cmd/acme-test?", "cmd/acme-test: Checks a shop that runs."),
        ("what is the shelf package for", "internal/shelf: Shelf keeps the newest bills."),
        ("shelf 包是做什么的", "internal/shelf: Shelf keeps the newest bills."),
    ],
)
def test_a_part_is_told_by_its_own_words(acme: IndexHandle, question: str, told: str) -> None:
    assert _told(acme, question)[0] == told


@pytest.mark.parametrize(
    "question",
    [
        "what are the main parts of ledger",
        "what is a shelf",
        "what is acme",
        "who calls chargerd",
        "how does chargerd charge a card",
        "what is the limit of the mail module?",
        "what is refundd",
    ],
    ids=["its parts", "an ordinary word", "the project", "callers", "more than the name", "a value of it", "no part"],
)
def test_other_questions_are_none_for_a_part(acme: IndexHandle, question: str) -> None:
    assert _told(acme, question) == []


def test_the_main_parts_are_told_by_what_their_folders_say(acme: IndexHandle) -> None:
    said = {part.path: part.summary for part in overview_facts(acme.reader).parts}
    assert said["ledger"] == "The books of the shop, one line a sale."
    assert said["relay"] == "Package relay sends orders from shop to shop."
    assert "fmt.sh" not in said


def test_a_folder_that_is_named_like_the_project_is_told_before_it(acme: IndexHandle) -> None:
    assert ask("what is cmd/acme-test?", acme).claims[0]["text"] == "`cmd/acme-test`: Checks a shop that runs."


def test_the_answer_begins_with_it(acme: IndexHandle) -> None:
    answer = ask("what is chargerd?", acme)
    assert answer.claims[0]["text"] == "`chargerd`: `chargerd` is the daemon that charges cards."
    assert answer.evidence[0]["path"] == str(Path("chargerd/README.md"))


def test_this_plugin_is_the_whole_whatever_folder_is_called_so(tmp_path: Path) -> None:
    """`What does this plugin do?` was answered with what lies in `plugin/`."""
    files = {
        "README.md": "# Shelf\n\nShelf is a finder of goods.\n",
        "plugin/shelf.py": '"""Sets up commands."""\n\n\ndef find():\n    pass\n',
    }
    shelf = _indexed(tmp_path, "shelf", files)
    assert "a finder of goods" in ask("what does this plugin do?", shelf).claims[0]["text"]


def test_of_a_project_that_defines_what_it_is_called_the_project_is_told(tmp_path: Path) -> None:
    """`What is Shelf?` was answered with a class of the same name; the class is asked for as code."""
    files = {
        "README.md": "# Shelf\n\nShelf is a finder of goods.\n",
        "shelf.py": 'class Shelf:\n    """Holds rows."""\n',
    }
    shelf = _indexed(tmp_path, "shelf", files)
    assert "a finder of goods" in ask("what is Shelf?", shelf).claims[0]["text"]
    assert "Holds rows" in ask("what is `Shelf`?", shelf).claims[0]["text"]


def test_a_remark_to_who_changes_a_file_does_not_say_what_it_is(tmp_path: Path) -> None:
    """A file of settings was described by "Please remember to run make docs"."""
    text = "# Please remember to run make docs after a change of the settings.\n\n" + "".join(
        f"def berth_{number}():\n    return {number}\n\n\n" for number in range(9)
    )
    files = {
        "README.md": "# acme\n\nAcme runs shops.\n",
        "acme/berths.py": text,
        "acme/main.py": "import acme.berths\n",
    }
    with _indexed(tmp_path, "acme", files) as handle:
        said = [fact.draft.fact["object"] for fact in overview_facts(handle.reader).about("parts")]
        said += [part.summary for part in overview_facts(handle.reader).parts]
    assert said and not any("remember" in one for one in said)


def test_a_word_that_begins_like_please_asks_nothing(tmp_path: Path) -> None:
    """A page of 请求, a request, was taken for a remark that begins with 请, please."""
    text = '"""请求处理模块，负责解析请求。"""\n\n' + "".join(
        f"def parse_{number}():\n    return {number}\n\n\n" for number in range(9)
    )
    files = {"README.md": "# acme\n\nAcme 运行商店。\n", "acme/__init__.py": text, "main.py": "import acme\n"}
    with _indexed(tmp_path, "acme", files) as handle:
        facts = overview_facts(handle.reader)
        said = [fact.draft.fact["object"] for fact in facts.about("parts")] + [part.summary for part in facts.parts]
    assert any("请求处理模块" in one for one in said)
