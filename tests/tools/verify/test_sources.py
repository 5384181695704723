"""Citations in and of mounted sources: the file beside the document is checked, not one of the same name elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import citeline
from citeline.indexing.files.source_tree import Source, SourceTree
from citeline.settings import Settings
from citeline.tools.citations.working_tree import Location, WorkingTree
from citeline.tools.verify.places import candidates
from citeline.tools.verify.verification import FileReport, read_files, verify_documents

from .written import write

Verify = Callable[[str], FileReport]
HANDBOOK = '[sources.hb]\npath = "../hb"\n'


@pytest.fixture
def verify(tmp_path: Path, home: Path) -> Verify:
    """Index `app` as it is at the first call, and check a file."""
    handle: list[citeline.IndexHandle] = []

    def check(file: str) -> FileReport:
        root = tmp_path / "app"
        if not handle:
            handle.append(citeline.index(root, settings=Settings(home=home, workers=1), allow_outside=True))
        (report,) = verify_documents(handle[0].reader, read_files([tmp_path / file], root))
        return report

    return check


def rules(report: FileReport) -> list[tuple[str, str]]:
    return [(item.citation.path, item.rule) for item in report.checked]


def test_lines_of_two_sources_in_one_folder_are_each_compared_with_their_own(tmp_path: Path, verify: Verify) -> None:
    write(
        tmp_path,
        "app/citeline.toml",
        '[sources.aaa]\npath = "../shared"\ninclude = ["*.md"]\n'
        '[sources.zzz]\npath = "../shared"\ninclude = ["*.txt"]\n',
    )
    write(tmp_path, "shared/one.md", "# Title\n\nThe kraken sleeps on Tuesdays.\n")
    write(tmp_path, "shared/two.txt", "The zebra runs on Fridays at noon, and never on a Sunday.\n")
    write(tmp_path, "app/cite.md", "The zebra runs on Fridays at noon (zzz/two.txt:1).\n")
    assert rules(verify("app/cite.md")) == [("zzz/two.txt", "fine")]
    write(tmp_path, "shared/two.txt", "new\n\nThe zebra runs on Fridays at noon, and never on a Sunday.\n")
    (moved,) = verify("app/cite.md").checked
    assert (moved.rule, moved.path, moved.moved_to) == ("moved", "zzz/two.txt", ("zzz/two.txt", 3, 3))
    write(tmp_path, "shared/index.md", "The zebra runs on Fridays at noon (two.txt:1).\n")
    (beside,) = verify("shared/index.md").checked
    assert beside.path == "zzz/two.txt"


def test_a_file_beside_a_mounted_document_is_not_one_of_the_same_name_in_the_root(
    tmp_path: Path, verify: Verify
) -> None:
    write(tmp_path, "app/citeline.toml", HANDBOOK)
    write(tmp_path, "app/q.md", "# App\n\nThe app says something else.\n")
    write(tmp_path, "hb/q.md", "x\n\nThe river floods in May.\n")
    write(tmp_path, "hb/sub/doc.md", "The river floods in May (q.md:3), not in June (../q.md:9).\n")
    report = verify("hb/sub/doc.md")
    assert report.path == "hb/sub/doc.md"
    assert [(item.path, item.rule) for item in report.checked] == [("hb/q.md", "fine"), ("hb/q.md", "unresolved")]


def test_a_path_that_leaves_a_mounted_folder_is_looked_up_on_disk(tmp_path: Path, verify: Verify) -> None:
    write(tmp_path, "app/citeline.toml", HANDBOOK)
    write(tmp_path, "app/guide.md", "# App guide\n")
    write(tmp_path, "app/a.py", "def f(): return 1\n")
    write(tmp_path, "app/README.md", "See [the handbook](../hb/doc.md).\n")
    write(tmp_path, "guide.md", "# Of neither\n")
    write(tmp_path, "hb/doc.md", "See [the guide](../guide.md) and [code](../app/a.py).\n")
    guide, code = verify("hb/doc.md").checked
    assert (guide.rule, code.rule, code.path) == ("outside", "fine", "a.py")
    (handbook,) = verify("app/README.md").checked
    assert (handbook.rule, handbook.path) == ("fine", "hb/doc.md")


def test_a_link_out_of_a_mounted_folder_is_not_followed_to_be_fixed(tmp_path: Path, verify: Verify) -> None:
    write(tmp_path, "app/citeline.toml", HANDBOOK)
    write(tmp_path, "hb/q.md", "x\n")
    elsewhere = write(tmp_path, "elsewhere.md", "See q.md:1.\n")
    try:
        (tmp_path / "hb/linked.md").symlink_to(elsewhere)
    except OSError:
        pytest.skip("links need rights here")
    assert "leaves its source" in verify("hb/linked.md").problem


def test_a_file_is_found_under_the_name_that_was_asked_for(tmp_path: Path) -> None:
    shared = write(tmp_path, "shared/two.txt", "x\n").parent
    (tmp_path / "app").mkdir()
    sources = tuple(Source(name, str(shared), f"{name}/", outside=True) for name in ("aaa", "zzz"))
    tree = WorkingTree(SourceTree(tmp_path / "app", sources))
    found = [tree.locate(path) for path in ("aaa/two.txt", "zzz/two.txt", "zzz")]
    assert [item.path for item in found if isinstance(item, Location)] == ["aaa/two.txt", "zzz/two.txt", "zzz"]


@pytest.mark.parametrize(
    ("written", "near", "found"),
    [
        ("q.md", "hb/sub/doc.md", ["hb/sub/q.md", "hb/q.md", "q.md"]),
        ("/q.md", "hb/sub/doc.md", ["hb/q.md", "q.md"]),
        ("../q.md", "hb/sub/doc.md", ["hb/q.md"]),
        ("../app/q.md", "hb/doc.md", ["q.md"]),
        ("../other/q.md", "hb/doc.md", ["other/q.md"]),
        ("../q.md", "hb/doc.md", []),
        ("../hb/q.md", "README.md", ["hb/q.md"]),
        ("../hb/q.md", None, []),
        ("../../q.md", "docs/a.md", []),
    ],
)
def test_dots_never_lead_from_one_source_into_another_by_its_name(
    tmp_path: Path, written: str, near: str | None, found: list[str]
) -> None:
    sources = tuple(Source(name, str(tmp_path / name), f"{name}/", outside=True) for name in ("hb", "other"))
    assert candidates(SourceTree(tmp_path / "app", sources), written, near) == found
