"""A plugin is found wherever the library finds it, and the library is loaded only where there may be one."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from citeline.indexing.parsers.plugins import GROUP, entry_points


def install(folder: Path, form: str = "dist-info") -> None:
    """A package that declares a parser."""
    info = folder / f"runbooks-1.0.{form}"
    info.mkdir(parents=True)
    (info / ("METADATA" if form == "dist-info" else "PKG-INFO")).write_text("Name: runbooks\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nrunbook = runbooks:PARSER\n")


@pytest.mark.parametrize("form", ["dist-info", "egg-info"])
def test_a_package_that_declares_a_parser_is_found(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, form)
    monkeypatch.syspath_prepend(str(tmp_path))
    found = [(point.name, point.value, point.dist and point.dist.version) for point in entry_points(GROUP)]
    assert found == [("runbook", "runbooks:PARSER", "1.0")]


def test_what_is_installed_here_is_found_as_the_library_finds_it() -> None:
    for group in ("console_scripts", "pytest11", "no.such.group"):
        assert set(entry_points(group)) == set(metadata.entry_points(group=group))


def test_without_such_a_package_the_library_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "entry_points", lambda **_: pytest.fail("the library was asked"))
    assert not list(entry_points("no.such.group"))


def test_the_library_is_asked_where_packages_are_in_archives_or_with_a_finder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(metadata, "entry_points", lambda group: asked.append(group))
    archive = tmp_path / "all.egg"
    archive.write_bytes(b"")
    with monkeypatch.context() as packed:
        packed.setattr(sys, "path", [*sys.path, str(archive)])
        entry_points("no.such.group")
    with monkeypatch.context() as frozen:
        finder = SimpleNamespace(find_distributions=lambda *_: (), find_spec=lambda *_: None)
        frozen.setattr(sys, "meta_path", [*sys.meta_path, finder])
        entry_points("no.such.group")
    assert asked == ["no.such.group"] * 2
