"""`what is a session` begins with the sentence that says it, however often the word stands elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.answer.compose import compose
from citeline.tools.evidence.evidence import passage_refs
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

from .overview.trees import lay_out

USES = "".join(f"def close_handle_{n}(handle):\n    return handle.close(handle)\n\n\n" for n in range(40))
FILES = {
    "docs/design.md": "# Design\n\nMost calls need one. A session is a long-lived object that owns a device.\n"
    "Sessions are closed by their loop.\n",
    "docs/calls.md": "# Calls\n\nA request is a short-lived object that ends with one call.\n",
    "docs/changes.md": "# Changelog\n\n## 1.0\n\n- A session is an integer now.\n",
    "src/sessions.py": f"class Session:\n    pass\n\n\nclass Ticket:\n    '''Proof of payment.'''\n\n\n{USES}",
    "vendor/gate/README.md": "# Gate\n\nA ticket is a number that the gate of another project gives.\n",
    "docs/tickets.md": "# Tickets\n\nTickets are sold at the gate.\n",
    "docs/stamps.md": "# Stamps\n\nGate counts a stamp in Gate. A stamp is a mark that each add-on leaves.\n",
    "docs/parts.md": "# Parts\n\nMost gates have an add-on. An add-on is a part that is bought later.\n",
    "package.json": '{"name": "gate"}',
    "tests/test_gate.py": "def turnstile():\n    return 1\n",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexHandle]:
    folder = tmp_path_factory.mktemp("meanings")
    opened = citeline.index(lay_out(folder / "tree", FILES), settings=Settings(home=folder / "home", workers=1))
    yield opened
    opened.close()


def test_a_thing_is_told_by_the_document_that_defines_it(tree: IndexHandle) -> None:
    answer = citeline.ask("what is a session", tree, no_model=True).to_json()
    assert "A session is a long-lived object that owns a device" in answer["claims"][0]["text"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what is a stamp in Gate?", "A stamp is a mark"),
        ("Gate 里的 stamp 是什么？", "A stamp is a mark"),
        ("what is an add-on in gate?", "An add-on is a part"),
    ],
)
def test_what_something_is_in_the_project_is_not_what_the_project_is(
    tree: IndexHandle, question: str, told: str
) -> None:
    answer = citeline.ask(question, tree, no_model=True).to_json()
    assert told in answer["claims"][0]["text"]


@pytest.mark.parametrize("readme", ["Gate is a program for turnstiles.", "Opens turnstiles for everybody."])
def test_what_the_project_is_stands_in_its_readme(tmp_path: Path, readme: str) -> None:
    """What got is was answered by `Got is fully written in TypeScript` of a page about types."""
    files = {
        "README.md": f"# Gate\n\n{readme}\n",
        "docs/types.md": "# Types\n\nGate is fully written in TypeScript, and a gate is a type.\n",
        "package.json": '{"name": "gate", "description": "[![Build](https://ci.example/b.svg)](https://ci.example)"}',
        "build.gradle": "task('site') {\n  description = 'Puts the pages together'\n}\n",
    }
    with citeline.index(
        lay_out(tmp_path / "gate", files), settings=Settings(home=tmp_path / "home", workers=1)
    ) as gate:
        answer = citeline.ask("what is gate?", gate, no_model=True).to_json()
    assert readme in answer["claims"][0]["text"]
    assert answer["answers"]["verdict"] != "not_stated"


def test_what_belongs_to_a_thing_is_not_what_the_thing_is(tree: IndexHandle) -> None:
    """What a queue's priority order is was answered, with `yes`, by a method `queue` of a test."""
    answer = citeline.ask("what is a turnstile's priority order?", tree, no_model=True).to_json()
    assert answer["answers"]["verdict"] != "yes"
    assert not any(claim.get("fact", {}).get("relation") == "defined" for claim in answer["claims"][:1])


def test_two_things_are_told_apart_by_what_each_is(tree: IndexHandle) -> None:
    answer = citeline.ask("what is the difference between a session and a request?", tree, no_model=True).to_json()
    told = " ".join(claim["text"] for claim in answer["claims"][:2])
    assert "long-lived" in told
    assert "short-lived" in told


def test_a_documented_type_is_told_where_no_document_says_what_it_is(tree: IndexHandle) -> None:
    answer = citeline.ask("what is a ticket", tree, no_model=True).to_json()
    assert "Proof of payment" in answer["claims"][0]["text"]


def test_a_name_as_only_code_has_it_is_still_that_of_the_code(tree: IndexHandle) -> None:
    answer = citeline.ask("what is close_handle_3", tree, no_model=True).to_json()
    assert "close_handle_3" in answer["claims"][0]["text"]


BARE = "def frobnicate(a, b):\n    c = a + b\n    print(c)\n    return c\n"
DESCRIBED = (
    "def frobnicate(\n    source: str,\n    target: str,\n    depth: int = 3,\n) -> int:\n"
    '    """Copies every cell of the source into the target."""\n    return depth\n'
)
MENTIONED = "# Tool\n\nCells and sheets.\n\nThe speed of `frobnicate` was improved a lot in spring.\n"
NAMED = "# Tool\n\nCells and sheets.\n\n`frobnicate` joins two cells of a sheet.\n"


@pytest.mark.parametrize(
    ("files", "question", "first"),
    [
        pytest.param({"README.md": NAMED, "tool.py": BARE}, "what is frobnicate?", "joins two cells", id="document"),
        # A signature of several lines was read as one, and its docstring as none.
        pytest.param(
            {"README.md": MENTIONED, "tool.py": DESCRIBED}, "what is frobnicate?", "Copies every cell", id="signature"
        ),
        # What became of it does not say what it is.
        pytest.param(
            {"CHANGELOG.md": "# Changelog\n\n## 1.2\n\n- Fixed a crash of `frobnicate`.\n", "tool.py": BARE},
            "what is frobnicate?",
            "is a function in `tool.py`",
            id="change-log",
        ),
        # The document is left out where code is asked for.
        pytest.param(
            {"README.md": NAMED, "tool.py": BARE},
            "what is frobnicate in the code?",
            "is a function in `tool.py`",
            id="code",
        ),
    ],
)
def test_what_names_a_bare_definition_comes_before_it(
    tmp_path: Path, files: dict[str, str], question: str, first: str
) -> None:
    with citeline.index(
        lay_out(tmp_path / "tree", files), settings=Settings(home=tmp_path / "home", workers=1)
    ) as handle:
        answer = citeline.ask(question, handle, no_model=True).to_json()
    assert first in answer["claims"][0]["text"]


def test_a_bare_definition_is_known_without_ranked_lines(tmp_path: Path) -> None:
    """Whether a part of a question is known is asked so: the document that names it is found by words."""
    with citeline.index(
        lay_out(tmp_path / "tree", {"README.md": NAMED, "tool.py": BARE}),
        settings=Settings(home=tmp_path / "home", workers=1),
    ) as handle:
        question = read("what is frobnicate?")
        passages = passage_refs(search(handle.reader, question, top_k=20, single=True).hits)
        assert compose(handle.reader, question, [], passages, ranked=False).basis == "definition"


def test_what_a_type_contains_is_more_than_where_it_stands(tmp_path: Path) -> None:
    """Read as the question what a `CardNode` is, it was answered by its signature."""
    tree = lay_out(
        tmp_path / "tree", {"card.go": "package kiosk\n\ntype CardNode struct {\n\tNumber string\n\tcents int\n}\n"}
    )
    with citeline.index(tree, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        said = [
            citeline.ask(question, handle, no_model=True).claims[0]["text"]
            for question in ("What does a CardNode contain?", "What is a CardNode?")
        ]
    assert said[0].startswith("`CardNode`: `Number`, `cents`")
    assert said[1].startswith("`CardNode` is a struct")


def test_a_word_beside_others_is_no_name_of_what_is_looked_for(tmp_path: Path) -> None:
    """ "Where is bounce processing implemented?" was answered, with `yes`, by the struct `Bounce`."""
    files = {
        "models.go": "package mail\n\ntype Bounce struct {\n\tReason string\n}\n",
        "mailbox.go": "package mail\n\n// Processes bounces.\nfunc processBounces(box Box) {\n\tbox.scan()\n}\n",
    }
    with citeline.index(
        lay_out(tmp_path / "tree", files), settings=Settings(home=tmp_path / "home", workers=1)
    ) as handle:
        said = [
            citeline.ask(question, handle, no_model=True).claims[0]["text"]
            for question in ("Where is bounce processing implemented?", "Where is bounce implemented?")
        ]
    assert "processBounces" in said[0]
    assert said[1].startswith("`Bounce` is a struct")
