"""The registry refuses an entry that breaks its schema or names another version; clients start what it says.

`fixtures/mcp_registry` holds the published schema of 2025-12-11 to the byte, under its MIT licence.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

jsonschema = pytest.importorskip("jsonschema")  # comes with the extra `mcp`

_ROOT = Path(__file__).parents[1]
_ENTRY = json.loads((_ROOT / "server.json").read_text())
_SCHEMA = json.loads((_ROOT / "tests" / "fixtures" / "mcp_registry" / "server.schema.json").read_text())


def _problems(entry: Any) -> list[str]:
    return [error.json_path for error in jsonschema.Draft7Validator(_SCHEMA).iter_errors(entry)]


def test_the_registry_entry_fits_the_published_schema() -> None:
    assert _ENTRY["$schema"] == _SCHEMA["$id"]
    assert _problems(_ENTRY) == []
    assert _problems({**_ENTRY, "description": "x" * 101}) == ["$.description"]
    assert _problems({**_ENTRY, "name": "no namespace"}) == ["$.name"]


def test_the_registry_entry_names_this_version() -> None:
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text())["project"]
    (package,) = _ENTRY["packages"]
    assert _ENTRY["version"] == package["version"] == project["version"]
    assert package["identifier"] == project["name"] and package["transport"] == {"type": "stdio"}
    assert package["runtimeArguments"][0]["value"] in project["optional-dependencies"]["mcp"]
    # What the schema only tells: one version, never a range.
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", _ENTRY["version"])
    # How the registry knows that the package is ours.
    assert f"mcp-name: {_ENTRY['name']}" in (_ROOT / "README.md").read_text()
