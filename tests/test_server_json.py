"""The registry refuses an entry whose version is not the package's, and clients start what it says."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

_ROOT = Path(__file__).parents[1]


def test_the_registry_entry_names_this_version() -> None:
    entry = json.loads((_ROOT / "server.json").read_text())
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text())["project"]
    (package,) = entry["packages"]
    assert entry["version"] == package["version"] == project["version"]
    assert package["identifier"] == project["name"] and package["transport"] == {"type": "stdio"}
    assert package["runtimeArguments"][0]["value"] in project["optional-dependencies"]["mcp"]
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry["name"]) and len(entry["description"]) <= 100
    # How the registry knows that the package is ours.
    assert f"mcp-name: {entry['name']}" in (_ROOT / "README.md").read_text()
