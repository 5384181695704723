"""A server reads what it was allowed to, whatever it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

import citeline
from citeline.cli.mcp_server.repositories import Repositories
from citeline.errors import SourceNotFoundError, UsageError
from citeline.settings import Settings


@pytest.fixture
def other(tmp_path: Path, home: Path) -> Path:
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "notes.md").write_text("# Notes\n\nThe vault opens at nine.\n")
    citeline.index(folder).close()
    return folder


@pytest.mark.parametrize("repo", ["/etc", "..", "../other", "~", "/no/such/place", "src/../../other"])
def test_what_lies_outside_is_refused_whether_it_exists_or_not(shop: Path, other: Path, repo: str) -> None:
    with pytest.raises(UsageError, match="outside of what this server may read") as refused:
        Repositories([shop], Settings()).root_of(repo)
    assert "--root" in refused.value.remedy


def test_a_link_does_not_lead_out(shop: Path, other: Path) -> None:
    (shop / "way_out").symlink_to(other)
    with pytest.raises(UsageError, match="outside"):
        Repositories([shop], Settings()).root_of("way_out")


def test_an_index_elsewhere_is_not_known_by_its_name(shop: Path, other: Path) -> None:
    with pytest.raises(SourceNotFoundError):
        Repositories([shop], Settings()).root_of("other")
    assert Repositories([shop, other], Settings()).root_of("other") == other


@pytest.mark.parametrize("repo", ["", ".", "src/.."])
def test_without_a_repo_the_only_root_is_meant(shop: Path, home: Path, repo: str) -> None:
    assert Repositories([shop], Settings()).root_of(repo) == shop


def test_of_several_roots_one_must_be_named(shop: Path, other: Path) -> None:
    served = Repositories([shop, other], Settings())
    with pytest.raises(UsageError, match="`repo` is missing") as refused:
        served.root_of()
    assert str(other) in refused.value.remedy
    assert served.root_of(str(other)) == other


def test_no_root_is_said_with_a_remedy(home: Path) -> None:
    with pytest.raises(UsageError, match="may not read any folder"):
        Repositories([], Settings()).root_of("")


@pytest.mark.parametrize("repo", ["no_such_folder", "README.md", "a\0b"])
def test_a_repo_that_is_no_folder_is_named(shop: Path, home: Path, repo: str) -> None:
    with pytest.raises(SourceNotFoundError):
        Repositories([shop], Settings()).root_of(repo)


def test_a_folder_that_changes_is_read_again(shop: Path, home: Path) -> None:
    served = Repositories([shop], Settings(stale="ignore"))
    first = served.open()
    assert served.open().handle is first.handle
    (shop / "vault.py").write_text("def open_vault():\n    return 9\n")
    citeline.index(shop).close()
    again = served.open()
    assert again.handle is not first.handle
    assert again.handle.query('$.code.function("open_vault")').total == 1
    assert first.handle.query('$.code.function("open_vault")').total == 0  # a run under way keeps its generation


def test_an_index_that_is_deleted_is_built_again(shop: Path, home: Path) -> None:
    import shutil

    served = Repositories([shop], Settings())
    served.open()
    shutil.rmtree(home)
    assert served.open().handle.search("cart").hits


def test_only_so_many_indexes_stay_open(tmp_path: Path, home: Path) -> None:
    from citeline.cli.mcp_server.repositories import _MOST_OPEN
    from citeline.graph import resources

    roots = [tmp_path / f"tree{number}" for number in range(_MOST_OPEN + 2)]
    for root in roots:
        root.mkdir()
        (root / "a.md").write_text("# One\n")
    served = Repositories([tmp_path], Settings())
    for root in roots:
        served.open(str(root))
    assert len(served._handles) == _MOST_OPEN
    assert len(resources._SLOTS) <= resources._MOST_OPEN
    assert served.open(str(roots[0])).handle.search("one").hits
