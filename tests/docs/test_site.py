"""The documentation is a site without a broken link, its reference is that of the code, its pictures are there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from . import recording, reference, versions

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SITE = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    shutil.copytree(DOCS, tmp_path / "docs")
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(tmp_path / "zensical.toml")]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert built.returncode == 0, re.sub(r"\x1b\[[\d;]*m", "", built.stdout + built.stderr)
    start = (tmp_path / "build" / "site" / "index.html").read_text("utf-8")
    elsewhere = re.findall(r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="(https?:[^"]*)"', start)
    assert "lines that were checked" in start and elsewhere == []


def test_a_site_stands_beside_those_of_other_versions_and_the_newest_comes_first(tmp_path: Path) -> None:
    for version in ("0.9.0", "0.10.0", "0.9.0"):
        built = tmp_path / "built"
        built.mkdir()
        (built / "index.html").write_text(f"of {version}", "utf-8")
        versions.publish(built, tmp_path / "site", version)
    listed = json.loads((tmp_path / "site" / "versions.json").read_text("utf-8"))
    assert [(one["version"], one["aliases"]) for one in listed] == [("0.10.0", ["latest"]), ("0.9.0", [])]
    assert 'url=0.10.0/"' in (tmp_path / "site" / "index.html").read_text("utf-8")
    assert SITE["extra"]["version"]["provider"] == "mike"  # what the theme calls this layout


def test_every_page_is_in_the_navigation_and_every_entry_is_a_page() -> None:
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md") if page.parent.name != "decisions"}
    assert set(entries(SITE["nav"])) == pages


def entries(nav: list[Any]) -> Iterator[str]:
    for entry in nav:
        for inside in entry.values():
            yield from [inside] if isinstance(inside, str) else entries(inside)


@pytest.mark.parametrize("name", reference.PAGES)
def test_the_reference_is_that_of_the_code(name: str) -> None:
    written = (reference.FOLDER / name).read_text("utf-8")
    assert written == reference.PAGES[name](), "behind the code: run `make reference`"


def test_pictures_that_pages_show_are_there_and_small() -> None:
    shown = {
        (page.parent / path).resolve()
        for page in [ROOT / "README.md", *DOCS.rglob("*.md")]
        for path in re.findall(r"!\[[^\]]*\]\(([^)#]+)\)", page.read_text("utf-8"))
    }
    assert shown and [path for path in shown if not path.is_file() or path.stat().st_size > 150_000] == []


def test_a_recording_is_a_picture_and_a_cast_without_places_of_this_machine() -> None:
    linked = "printf '\\033]8;;fi%s\\007\\033[32mgreen\\033[0m\\033]8;;\\007\\n' le:///tmp/x"
    events = recording.record((linked,))
    picture, cast = recording.picture(events), recording.cast(events)
    assert ElementTree.fromstring(picture).tag.endswith("svg") and ">green<" in picture and "url(http" not in picture
    assert "green" in cast and len(cast.splitlines()) > len(linked)
    assert "file:///" not in picture + cast
