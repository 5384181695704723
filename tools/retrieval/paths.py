"""A path taken apart: what its file and folders are called, and what kind of file that says it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from citeline.text import fold, name_terms

from ..question.analysis import is_change_log

_TEST_PART = re.compile(
    r"^(?:tests?|specs?|__tests__|testing|testdata|test_.*|.*_tests?|.*[._-](?:test|spec)s?|.*Tests?)$"
)
_EXAMPLE_PART = re.compile(r"^(?:examples?|samples?|demos?|docs_src|tutorials?|benchmarks?|bench|playground)$", re.I)
_COMPAT_PART = re.compile(r"^_?(?:compat|compatibility|legacy|deprecated|polyfills?|shims?)$", re.I)
_VENDOR_PART = re.compile(r"^(?:vendor(?:ed)?|third[_-]?party|external|node_modules|deps)$", re.I)


@dataclass(frozen=True, slots=True)
class PathTerms:
    """A path as ranking sees it."""

    stem: str
    """Folded file name without suffixes."""
    parent: str
    """Folded name of the directory."""
    stem_terms: frozenset[str]
    directory_terms: frozenset[str]
    """Of the last three directories."""
    is_test: bool
    is_example: bool
    is_compat: bool
    is_vendor: bool
    is_internal: bool
    is_change_log: bool


@lru_cache(maxsize=4096)
def read_path(path: str) -> PathTerms:
    """Take a path apart."""
    pure = PurePosixPath(path)
    name = pure.name.split(".", 1)[0] or pure.name
    directories = pure.parts[:-1]
    parts = [*directories, name]
    inner = [*directories, PurePosixPath(pure.name).stem]
    return PathTerms(
        stem=fold(name),
        parent=fold(directories[-1]) if directories else "",
        stem_terms=name_terms(name),
        directory_terms=frozenset(term for part in directories[-3:] for term in name_terms(part)),
        is_test=any(_TEST_PART.match(part) for part in inner),
        is_example=any(_EXAMPLE_PART.match(part) for part in parts),
        is_compat=any(_COMPAT_PART.match(part) for part in parts),
        is_vendor=any(_VENDOR_PART.match(part) for part in parts),
        # `__init__` and `__main__` are doors, not back rooms.
        is_internal=any(
            "internal" in part.lower() or (part.startswith("_") and not part.startswith("__")) for part in parts
        ),
        is_change_log=is_change_log(path),
    )
