"""Imports of this repository lead to the files that Python imports: its rooms are mapped by `package-dir` alone."""

from __future__ import annotations

import ast
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from citeline.indexing.files.source_tree import SourceTree
from citeline.indexing.linking.definitions import DefinedNames
from citeline.indexing.linking.documents import Document, Documents, FirstNodes
from citeline.indexing.linking.finders.modules import Modules
from citeline.indexing.linking.packages import read_packages

ROOT = Path(__file__).parents[3]
ROOMS = ("citeline", "cli", "evals", "graph", "indexing", "nodes", "tools")


def documents() -> Documents:
    """The Python files and the build file of this repository, as linking sees them."""
    paths = [path.relative_to(ROOT) for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    found = [
        Document(number, path.as_posix(), "python", True, FirstNodes(sqlite3.connect(":memory:")))
        for number, path in enumerate(paths)
    ]
    build_file = (ROOT / "pyproject.toml").read_text("utf-8")
    return Documents({document.id: document for document in found}, read_packages({"pyproject.toml": build_file}))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node, and none of the many expressions in them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from statements(child)


def imported_modules(path: str) -> Iterator[tuple[str, str]]:
    """(module, name) of each import of our own packages by their full names."""
    for statement in statements(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(statement, ast.ImportFrom) and statement.level == 0:
            yield from ((statement.module or "", alias.name) for alias in statement.names)
        elif isinstance(statement, ast.Import):
            yield from ((alias.name, "") for alias in statement.names)


def file_of(module: str, name: str) -> str:
    """The file that Python takes a name from: a module of that name, or the module that has it."""
    for dotted in (f"{module}.{name}", module):
        path = "/".join(dotted.split(".")[1:])
        whole = path if path.partition("/")[0] in ROOMS[1:] else f"citeline/{path}".rstrip("/")
        for candidate in (f"{whole}.py", f"{whole}/__init__.py"):
            if (ROOT / candidate).is_file():
                return candidate
    raise AssertionError(module)


def test_every_import_between_rooms_leads_to_the_file_that_python_imports() -> None:
    known = documents()
    nothing = sqlite3.connect(":memory:")
    nothing.execute("CREATE TABLE nodes (name TEXT, kind TEXT, doc_id INTEGER)")
    modules = Modules(known, DefinedNames(nothing), SourceTree(ROOT))
    across = 0
    for document in known.by_id.values():
        for module, name in imported_modules(document.path):
            if module.partition(".")[0] == "citeline":
                expected = file_of(module, name)
                found = [found.path for found in modules.find(document, module, name).documents]
                assert found == [expected] or expected == document.path, f"{document.path}: {module} {name}"
                across += document.path.partition("/")[0] != expected.partition("/")[0]
    assert across > 800
