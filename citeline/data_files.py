"""Data files that are shipped beside the code: tables in TOML, weights in JSON, words, style sheets."""

from __future__ import annotations

from importlib.resources import files
from typing import Any


def shipped_text(package: str, name: str) -> str:
    """The text of a file of a package, `citeline.tools.tables`; `name` may lead through folders."""
    return files(package).joinpath(name).read_text("utf-8")


def shipped_table(package: str, name: str) -> dict[str, Any]:
    """What a TOML file of a package says."""
    import tomllib  # a command that reads no table starts without it

    return tomllib.loads(shipped_text(package, name))
