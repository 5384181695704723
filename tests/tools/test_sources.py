"""Several sources in one index: labels, paths, choice, checks on disk."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import citeline
from citeline.errors import UsageError
from citeline.settings import Settings
from citeline.tools.explore.desk import Desk
from citeline.tools.explore.table import call
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read

FILES = {
    "shop/citeline.toml": (
        '[sources.code]\npath = "."\nabout = "the service"\n\n'
        '[sources.policy]\npath = "../handbook"\nabout = "rules for releases"\n'
    ),
    "shop/src/release.py": (
        'def approve_release(change):\n    """Record who approved the release of a change."""\n    return change\n'
    ),
    "shop/src/tax.py": (
        'def sales_tax(price):\n    """Compute the sales tax of a price."""\n    return price * 0.19\n'
    ),
    "handbook/releases.md": (
        "# Releases\n\n## Approvals\n\nA release of a change needs two approvals, one by the on-call engineer.\n"
    ),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path / "shop"


@pytest.fixture
def handle(root: Path, home: Path) -> IndexHandle:
    return citeline.index(root, settings=Settings(home=home, workers=1), allow_outside=True)


def test_each_hit_says_its_source_in_its_path(handle: IndexHandle) -> None:
    paths = {hit.chunk.path for hit in handle.search("who approves a release").hits}
    assert {"src/release.py", "policy/releases.md"} <= paths


def test_a_chosen_source_is_the_only_one_searched(handle: IndexHandle) -> None:
    found = handle.search("who approves a release", sources=["policy"]).hits
    assert {hit.chunk.path for hit in found} == {"policy/releases.md"}
    with pytest.raises(UsageError, match="no source `polcy`"):
        handle.search("approvals", sources=["polcy"])


def test_docql_knows_the_source(handle: IndexHandle) -> None:
    assert [item.path for item in handle.query('$.files[?(@.source=="policy")]').items] == ["policy/releases.md"]


def test_an_answer_cites_lines_of_a_mounted_source_that_were_checked(handle: IndexHandle, root: Path) -> None:
    answer = citeline.ask("how many approvals does a release need?", handle, sources=["policy"])
    assert answer.status == "answered"
    assert {piece["path"] for piece in answer.evidence} == {"policy/releases.md"}
    verdicts = [verdict for claim in answer.claims for verdict in claim["verdicts"].values()]
    assert all(verdict["resolves"] and verdict["unchanged"] == "unchanged" for verdict in verdicts)


def test_what_a_source_says_elsewhere_is_not_told_of_another(handle: IndexHandle) -> None:
    answer = citeline.ask("what is approve_release?", handle, sources=["policy"])
    assert "src/release.py" not in {piece["path"] for piece in answer.evidence}


def test_words_of_the_question_choose_the_source(handle: IndexHandle) -> None:
    answer = citeline.ask("what do the approvals look like in the policy documents?", handle)
    assert {piece["path"] for piece in answer.evidence} == {"policy/releases.md"}


def test_where_the_planned_source_has_nothing_the_others_are_searched(handle: IndexHandle) -> None:
    answer = citeline.ask("how is the sales tax computed in the policy documents?", handle)
    assert answer.status == "answered" and "src/tax.py" in {piece["path"] for piece in answer.evidence}


def test_a_change_in_a_mounted_source_makes_the_index_stale(handle: IndexHandle, root: Path) -> None:
    (root.parent / "handbook" / "new.md").write_text("# New\n\nSomething else.\n")
    assert handle.staleness().added == 1
    shutil.rmtree(root.parent / "handbook")
    (root / "src" / "new.py").write_text("FRESH = 1\n")
    found = handle.staleness()
    assert (found.added, found.removed, found.gone) == (1, 1, False)
    assert "handbook" in found.describe() and "1 new, 1 gone" in found.describe()


def test_a_changed_project_file_makes_another_index(handle: IndexHandle, root: Path, home: Path) -> None:
    (root / "citeline.toml").write_text('[sources.code]\npath = "src"\n')
    again = citeline.index(root, settings=Settings(home=home, workers=1))
    assert [source.name for source in again.reader.tree.sources] == ["code"]
    assert all(not hit.chunk.path.startswith("policy/") for hit in again.search("approvals of a release").hits)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("retrieve_documents", {"query": "approve a release"}),
        ("search_sources", {"pattern": "release"}),
        ("read_lines", {"file": "src/release.py", "first": 1, "last": 3}),
        ("chunk_documents", {"file": "src/release.py"}),
        ("walk_graph", {"name": "approve_release"}),
        ("query_docql", {"query": '$.code.function("approve_release")'}),
    ],
)
def test_a_model_that_explores_is_shown_the_chosen_source_only(
    handle: IndexHandle, tool: str, arguments: dict[str, object]
) -> None:
    desk = Desk(handle.reader, read("who approves a release?"), sources=("policy",))
    assert "src/release.py:" not in call(desk, tool, arguments).text
    assert {piece["path"] for piece in desk.pieces.values()} <= {"policy/releases.md"}
    free = Desk(handle.reader, read("who approves a release?"))
    call(free, tool, arguments)
    assert "src/release.py" in {piece["path"] for piece in free.pieces.values()}


def test_a_link_that_leaves_a_mounted_folder_is_an_edge_only_to_what_lies_there(root: Path, home: Path) -> None:
    (root / "guide.md").write_text("# Guide of the shop\n")
    (root.parent / "guide.md").write_text("# Guide of neither\n")
    (root.parent / "handbook" / "doc.md").write_text("See [the guide](../guide.md), [code](../shop/src/tax.py).\n")
    handle = citeline.index(root, settings=Settings(home=home, workers=1), allow_outside=True)
    linked = handle.reader.structure.rows(
        "SELECT d.path FROM edges e JOIN nodes n ON n.id = e.dst JOIN documents d ON d.id = n.doc_id"
        " WHERE e.type = 'links_to'",
        [],
    )
    assert [row[0] for row in linked] == ["src/tax.py"]
