"""The data files of the languages: `languages/*.toml`, for people to edit."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table_of(language: str) -> Mapping[str, Any]:
    """All tables of a language by name."""
    text = files("citeline.tools.question").joinpath(f"languages/{language}.toml").read_text("utf-8")
    return tomllib.loads(text)
