"""A path taken apart: what its file and folders are called, and what kind of file that says it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fnmatch import translate
from functools import cache, lru_cache

from citeline.data_files import shipped_table
from citeline.dataclass import dataclass
from citeline.indexing.stores.path_words import stem_of, words_of_path

from ..question.analysis import is_change_log

_TEST_PART = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|testing|testdata|conftest|(?:[^/]*[_-])?e2e|cypress"
    r"|tests?_[^/]*|[^/]*[._-](?:tests|specs?)|[^/]*[._]test|[^/]*Tests?"
    r"|(?:[^/]*-)?(?:acceptance|functional|integration|load|performance|regression|smoke|system|unit)-test)(?:/|$)"
    r"|(?:^|/)(?:tests?-[^/]*/|[^/]*-test$|[^/]*-test/(?!$|(?:[^/]*/)*src/))"
)
"""A folder `orders-test/` with pages of its own and `src/` below is what the tests of others are written with."""
_SCENARIOS = ".feature"
"""Gherkin: what a program is tested with, wherever it lies."""
_EXAMPLE_PART = re.compile(
    r"(?:^|/)(?:(?:examples?|samples?|demos?|docs_src|tutorials?|benchmarks?|bench|playground)(?:/|$)"
    r"|[^/]+[-_](?:examples?|samples?|demos?)/)",
    re.I,
)
_PAGES = (".md", ".mdx", ".markdown", ".rst", ".adoc", ".asciidoc")
_PAGE_FOLDERS = re.compile(r"(?<![^/])(docs?|guides?)/((?:[^/]*/)*?)(?:testing|tutorials?)/", re.I)
"""Folders of a documentation that are about something: `docs/tutorial/` teaches, and is no example."""
_DEPLOYMENT_PART = re.compile(
    r"(?:^|/)(?:contrib|deploy(?:s|ments?)?|packaging|ansible|playbooks?|inventor(?:y|ies)|helm|charts?|docker"
    r"|docker-compose[^/]*|compose(?:\.[^/]*)?|k8s|kube|kubernetes|kustomize|terraform|systemd|sysvinit|puppet|salt)(?:/|$)",
    re.I,
)
_DECLARED_PART = re.compile(r"(?:^|/)(?:defaults?|values)(?:/|$)", re.I)
"""What a chart or a role declares for those who run it."""
_COMPAT_PART = re.compile(r"(?:^|/)_?(?:compat|compatibility|legacy|deprecated|polyfills?|shims?)(?:/|$)", re.I)
_INTERNAL_PART = re.compile(r"internal|(?:^|/)_(?!_)", re.I)
"""`__init__` and `__main__` are doors, not back rooms."""
_LAST_SUFFIX = re.compile(r"(?<=[^/])\.[^./]+$")
_WILDCARD = re.compile(r"[*?\[]")


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
    is_deployment: bool
    """Of how somebody runs the program: what is set in it is their choice."""
    is_compat: bool
    is_vendor: bool
    """A copy of another project's code, code that a program wrote, or a translation: `foreign_code.toml` says by what
    that is told.
    """
    is_internal: bool
    is_change_log: bool

    @property
    def is_aside(self) -> bool:
        """Whether it is no part of the product: a test, an example, foreign code."""
        return self.is_test or self.is_example or self.is_vendor


def _is_foreign(path: str) -> bool:
    folder, _, name = path.lower().rpartition("/")
    known, parts = _foreign_code(), folder.split("/")
    if known["files"].fits(name) or any(map(known["folders"].fits, parts)):
        return True
    if not any(map(known["around"].fits, parts)):
        return False
    called = (parts[-1], name.partition(".")[0])
    return known["within"].fits(name) or (known["coded"].fits(name) and any(map(known["tags"].fits, called)))


class _Globs:
    """Some patterns, nearly all of them a name or an end of one: as one expression they take longer to compile than a
    first search has for all its paths.
    """

    def __init__(self, globs: Iterable[str]) -> None:
        every = set(globs)
        self._names = {glob for glob in every if not _WILDCARD.search(glob)}
        ends = {glob[1:] for glob in every if glob.startswith("*") and not _WILDCARD.search(glob, 1)}
        self._ends = tuple(ends)
        others = every - self._names - {f"*{end}" for end in ends}
        self._others = re.compile("|".join(map(translate, sorted(others)))) if others else None

    def fits(self, name: str) -> bool:
        return (
            name in self._names
            or name.endswith(self._ends)
            or (self._others is not None and self._others.fullmatch(name) is not None)
        )


@cache
def _foreign_code() -> Mapping[str, _Globs]:
    """The patterns of each kind in the table."""
    table = shipped_table("citeline.tools.retrieval", "foreign_code.toml")
    return {
        kind: _Globs(one for rows in table.values() for one in rows.get(kind, ()))
        for kind in ("folders", "files", "around", "within", "coded", "tags")
    }


@lru_cache(maxsize=4096)
def read_path(path: str) -> PathTerms:
    """Take a path apart."""
    folder = path.removesuffix(path.rsplit("/", 1)[-1])
    words, named = words_of_path(path), folder + stem_of(path)
    tested, shown = _LAST_SUFFIX.sub("", path), named
    if path.lower().endswith(_PAGES):
        # What a page is called is what it is about: `docs/testing.md` is read by those who write tests.
        tested = shown = _PAGE_FOLDERS.sub(r"\1/\2", folder)
    return PathTerms(
        *words,
        is_test=_TEST_PART.search(tested) is not None or path.endswith(_SCENARIOS),
        is_example=_EXAMPLE_PART.search(shown) is not None,
        is_deployment=_DEPLOYMENT_PART.search(named) is not None and _DECLARED_PART.search(named) is None,
        is_compat=_COMPAT_PART.search(named) is not None,
        is_vendor=_is_foreign(path),
        is_internal=_INTERNAL_PART.search(named) is not None,
        is_change_log=is_change_log(path),
    )
