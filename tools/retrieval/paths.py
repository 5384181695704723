"""A path taken apart: what its file and folders are called, and what kind of file that says it is."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from fnmatch import translate
from functools import cache, lru_cache
from importlib.resources import files

from citeline.indexing.stores.path_words import stem_of, words_of_path

from ..question.analysis import is_change_log

_TEST_PART = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|testing|testdata|test_[^/]*|[^/]*_tests?|[^/]*[._-](?:test|spec)s?|[^/]*Tests?)"
    r"(?:/|$)"
)
_SCENARIOS = ".feature"
"""Gherkin: what a program is tested with, wherever it lies."""
_EXAMPLE_PART = re.compile(
    r"(?:^|/)(?:examples?|samples?|demos?|docs_src|tutorials?|benchmarks?|bench|playground)(?:/|$)", re.I
)
_COMPAT_PART = re.compile(r"(?:^|/)_?(?:compat|compatibility|legacy|deprecated|polyfills?|shims?)(?:/|$)", re.I)
_INTERNAL_PART = re.compile(r"internal|(?:^|/)_(?!_)", re.I)
"""`__init__` and `__main__` are doors, not back rooms."""
_LAST_SUFFIX = re.compile(r"(?<=[^/])\.[^./]+$")


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
    """A copy of another project's code, or code that a program wrote; `foreign_code.toml` says by what that is told."""
    is_internal: bool
    is_change_log: bool


def _is_foreign(path: str) -> bool:
    folder, _, name = path.lower().rpartition("/")
    folders, names = _foreign_code()
    return names.fullmatch(name) is not None or any(folders.fullmatch(part) for part in folder.split("/"))


@cache
def _foreign_code() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns of folders and of files."""
    table = tomllib.loads(files(__package__).joinpath("foreign_code.toml").read_text("utf-8"))
    both = ([pattern for rows in table.values() for pattern in rows[kind]] for kind in ("folders", "files"))
    folders, names = (re.compile("|".join(map(translate, patterns))) for patterns in both)
    return folders, names


@lru_cache(maxsize=4096)
def read_path(path: str) -> PathTerms:
    """Take a path apart."""
    words, named = words_of_path(path), path.removesuffix(path.rsplit("/", 1)[-1]) + stem_of(path)
    return PathTerms(
        *words,
        is_test=_TEST_PART.search(_LAST_SUFFIX.sub("", path)) is not None or path.endswith(_SCENARIOS),
        is_example=_EXAMPLE_PART.search(named) is not None,
        is_compat=_COMPAT_PART.search(named) is not None,
        is_vendor=_is_foreign(path),
        is_internal=_INTERNAL_PART.search(named) is not None,
        is_change_log=is_change_log(path),
    )
