"""Values of build files, whatever they hold: a wrong type is read as an absent key."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from posixpath import join, normpath
from typing import Any, Final

_COMMENT_OR_TEXT: Final = r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/'
_TRAILING_COMMA: Final = r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])'


def read_toml(text: str) -> Mapping[str, Any]:
    """The tables of a TOML file; empty for text that is none."""
    import tomllib  # most trees have no such file

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def read_json(text: str) -> Mapping[str, Any]:
    """The object of a JSON file, comments and trailing commas allowed; empty for text that is none."""
    for pattern in (_COMMENT_OR_TEXT, _TRAILING_COMMA):
        text = re.sub(pattern, lambda found: found[1] or "", text, flags=re.DOTALL)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def table_at(value: object, *keys: str) -> Mapping[str, Any]:
    """The table below the keys."""
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def texts_of(value: object) -> list[str]:
    """The strings of a list; a string alone counts as a list of one."""
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list | tuple) else []


def text_of(value: object) -> str:
    """A string; empty for anything else."""
    return value if isinstance(value, str) else ""


def inside(folder: str, path: str) -> str:
    """A path written in a build file of `folder`, from the root of the corpus; empty for the root itself."""
    whole = normpath(join(folder, path.replace("\\", "/")))
    return "" if whole == "." else whole
