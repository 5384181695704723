"""How a project is installed is told by the name in its manifest where no document says it, and by no other name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from citeline import ask
from citeline.settings import Settings
from citeline.tools.handle import index

from .trees import lay_out

PACKAGES: Mapping[str, str] = {
    "README.md": "# Harbour\n\nHarbour counts the ships of a day.\n",
    "pyproject.toml": '[build-system]\nrequires = ["setuptools"]\n[project]\nname = "harbour-py"\n',
    "package.json": '{\n  "name": "@harbour/js",\n  "version": "1.2.0"\n}\n',
    "Cargo.toml": '[package]\nname = "harbour-rs"\nversion = "1.2.0"\n',
    "src/lib.rs": "pub fn count() {}\n",
    "go.mod": "module example.org/harbour/v2\n\ngo 1.22\n",
    "harbour-rb.gemspec": 'Gem::Specification.new do |spec|\n  spec.name = "harbour-rb"\nend\n',
    "composer.json": '{\n  "name": "harbour/php",\n  "type": "library"\n}\n',
    "Harbour.csproj": "<Project>\n  <PackageId>Harbour.Net</PackageId>\n</Project>\n",
}
PRIVATE: Mapping[str, str] = {
    "pyproject.toml": '[project]\nname = "harbour"\n',
    "package.json": '{"name": "harbour", "version": "1.2.0", "private": true}\n',
    "Cargo.toml": '[package]\nname = "harbour"\npublish = false\n',
    "src/lib.rs": "pub fn count() {}\n",
    "go.mod": "module example.org/harbour\n",
    "cmd/harbour/main.go": "package main\n\nfunc main() {}\n",
    "composer.json": '{"name": "harbour/harbour", "type": "project"}\n',
    "Harbour.csproj": "<Project>\n  <PackageId>Harbour</PackageId>\n  <IsPackable>false</IsPackable>\n</Project>\n",
}


def named(root: Path, files: Mapping[str, str]) -> dict[str, str]:
    """Command to the line of the manifest that names the package."""
    with index(lay_out(root / "harbour", files), settings=Settings(home=root / "home", workers=1)) as handle:
        facts = handle.overview().about("install")
        return {
            fact.draft.fact["object"]: f"{fact.path}:{fact.draft.start_line}"
            for fact in facts
            if fact.draft.fact["relation"] == "to_install_named"
        }


def test_a_package_is_installed_by_the_name_in_its_manifest(tmp_path: Path) -> None:
    """`How do I install it?` found nothing in Jinja, whose README leaves it to a page elsewhere."""
    assert named(tmp_path, PACKAGES) == {
        "pip install harbour-py": "pyproject.toml:4",
        "npm install @harbour/js": "package.json:2",
        "cargo add harbour-rs": "Cargo.toml:2",
        "go get example.org/harbour/v2": "go.mod:1",
        "gem install harbour-rb": "harbour-rb.gemspec:2",
        "composer require harbour/php": "composer.json:2",
        "dotnet add package Harbour.Net": "Harbour.csproj:2",
    }


@pytest.mark.parametrize(
    "files",
    [
        PRIVATE,
        {"Cargo.toml": '[package]\nname = "harbour"\npublish = []\n', "src/lib.rs": "pub fn count() {}\n"},
        {"setup.py": 'setup(\n    name="harbour",\n    classifiers=["Private :: Do Not Upload"],\n)\n'},
        {"setup.cfg": "[metadata]\nname = harbour\nclassifiers =\n    Private :: Do Not Upload\n"},
        {"package.json": '{"name": "harbour", "version": "1.2.0", "engines": {"vscode": "^1.90.0"}}\n'},
    ],
)
def test_what_is_not_published_is_not_installed_by_its_name(tmp_path: Path, files: Mapping[str, str]) -> None:
    """Somebody else may have published another package of that name; an extension of an editor is installed there."""
    assert named(tmp_path, {"README.md": "# Harbour\n\nHarbour counts the ships of a day.\n", **files}) == {}


def test_a_command_of_a_document_is_told_and_no_other(tmp_path: Path) -> None:
    page = "# Harbour\n\nHarbour counts ships.\n\n## Installation\n\n```sh\nbrew install harbour\n```\n"
    assert named(tmp_path, {**PACKAGES, "README.md": page}) == {}


def test_the_answer_says_whose_name_it_is_and_does_not_call_it_proved(tmp_path: Path) -> None:
    files = {path: PACKAGES[path] for path in ("README.md", "pyproject.toml")}
    with index(lay_out(tmp_path / "tree", files), settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        found = ask("How do I install it?", handle, no_model=True)
    first = found.claims[0]
    assert first["text"] == "By the name of harbour-py in its manifest: `pip install harbour-py`"
    assert {verdict["supports"] for verdict in first["verdicts"].values()} == {"place"}
