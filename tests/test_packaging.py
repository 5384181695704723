"""What holds the repository together and no other test would notice: packaging, import names, pins."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("citeline", "cli", "evals", "graph", "indexing", "nodes", "tools")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]

READS_ENVIRONMENT = {
    "citeline/settings.py": "the one place that may",
    "cli/entry.py": "tells pydantic to look for no plugins, and the algebra to start no threads",
    "indexing/builds/builder.py": "hands its own environment to the builder, with one variable more",
    "tools/verify/history.py": "hands its own environment to git, with what keeps git from running or fetching",
    "evals/research/benchmarks/speed.py": "hands the environment to the programs that it measures",
}
RESEARCH = ("evals", "research")
"""What is no part of the wheel."""
HEAVY = (
    "fastembed",
    "langchain",
    "langchain_core",
    "langgraph",
    "networkx",
    "onnxruntime",
    "qdrant_client",
    "qdrant_edge",
)


def modules() -> list[Path]:
    """Every module of every room, relative to the repository."""
    return sorted(path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py"))


@dataclass(frozen=True)
class Facts:
    """What the tests below ask of a module; every module is parsed once for all of them."""

    imported: tuple[str, ...]
    reads_environment: bool
    above_its_room: tuple[int, ...]
    """Lines of relative imports that leave the room."""


@cache
def facts() -> dict[Path, Facts]:
    found = {}
    for module in modules():
        nodes = list(ast.walk(ast.parse((ROOT / module).read_text("utf-8"), filename=str(module))))
        above = tuple(
            node.lineno for node in nodes if isinstance(node, ast.ImportFrom) and node.level >= len(module.parts)
        )
        found[module] = Facts(tuple(imported_names(nodes)), reads_environment(nodes), above)
    return found


def is_research(module: Path) -> bool:
    """Whether it runs from a checkout only."""
    return module.parts[:2] == RESEARCH


def package_name(folder: Path) -> str:
    """The name that a folder of a room is imported under."""
    parts = folder.parts if folder.parts[0] == "citeline" else ("citeline", *folder.parts)
    return ".".join(parts)


def package_folder(package: str) -> Path:
    parts = package.split(".")[1:]
    return ROOT.joinpath(*parts) if parts else ROOT / "citeline"


def test_every_package_is_listed_for_the_wheel() -> None:
    found = {package_name(module.parent) for module in modules() if not is_research(module)}
    assert sorted(found) == sorted(SETUPTOOLS["packages"])


def test_nothing_of_the_wheel_imports_what_is_not_in_it() -> None:
    found = [
        f"{module}: {name}"
        for module, one in facts().items()
        if not is_research(module)
        for name in one.imported
        if name.startswith("citeline.evals.research")
    ]
    assert found == []
    # Relative ones: only rooms beside it could.
    evals = [module for module in modules() if module.parts[0] == "evals" and not is_research(module)]
    assert [str(module) for module in evals if re.search(r"from \.+research", (ROOT / module).read_text("utf-8"))] == []


def test_every_room_has_its_folder_in_the_wheel() -> None:
    expected = {"citeline": "citeline", **{f"citeline.{room}": room for room in ROOMS if room != "citeline"}}
    assert SETUPTOOLS["package-dir"] == expected


def test_every_folder_with_modules_is_a_package() -> None:
    folders = {path.parent for path in modules()} | {
        path.relative_to(ROOT).parent for path in (ROOT / "tests").rglob("*.py") if "fixtures" not in path.parts
    }
    assert [str(folder) for folder in sorted(folders) if not (ROOT / folder / "__init__.py").is_file()] == []


def test_every_data_file_of_a_room_is_in_the_wheel() -> None:
    patterns: dict[str, list[str]] = SETUPTOOLS["package-data"]
    shipped: set[Path] = set()
    for package in SETUPTOOLS["packages"]:
        folder = package_folder(package)
        for pattern in [*patterns["*"], *patterns.get(package, [])]:
            shipped.update(folder.glob(pattern))
    data = {
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
        if not is_research(path.relative_to(ROOT))
    }
    assert sorted(str(path.relative_to(ROOT)) for path in data - shipped) == []


def imported_names(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""


def room_of(name: str) -> str:
    return name.partition(".")[0]


def test_no_module_imports_a_room_by_its_bare_name() -> None:
    # One file imported under two names is two modules: isinstance fails and caches are split, in silence.
    bare = set(ROOMS) - {"citeline"}
    found = [f"{module}: {name}" for module, one in facts().items() for name in one.imported if room_of(name) in bare]
    assert found == []


def test_between_rooms_imports_are_absolute() -> None:
    # An editor that opens `tools/x.py` itself, and not through the link in `citeline/`, finds nothing above `tools/`.
    assert [f"{module}:{line}" for module, one in facts().items() for line in one.above_its_room] == []


def test_nothing_imports_the_tests() -> None:
    assert [str(module) for module, one in facts().items() if "tests" in map(room_of, one.imported)] == []


def reads_environment(nodes: Sequence[ast.AST]) -> bool:
    names = ("environ", "environb", "getenv")
    return any(
        (isinstance(node, ast.Attribute) and node.attr in names)
        or (isinstance(node, ast.ImportFrom) and node.module == "os" and any(a.name in names for a in node.names))
        for node in nodes
    )


def test_only_settings_read_the_environment() -> None:
    found = {str(module) for module, one in facts().items() if one.reads_environment}
    assert found - set(READS_ENVIRONMENT) == set()


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def required() -> set[str]:
    """Names of everything that pyproject.toml asks for."""
    project = PROJECT["project"]
    groups = [
        project["dependencies"],
        *project["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
        PROJECT["build-system"]["requires"],
    ]
    return {normalised(re.split(r"[\[<>=!~; ]", entry, maxsplit=1)[0]) for group in groups for entry in group}


def constraints() -> list[str]:
    text = (ROOT / "constraints.txt").read_text("utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def test_every_dependency_is_pinned() -> None:
    pinned = {normalised(line.partition("==")[0]) for line in constraints() if "==" in line}
    assert sorted(required() - pinned) == []


def test_constraints_hold_versions_and_nothing_else() -> None:
    # No option, no address: the reader's own package index serves them.
    version = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.!+]+( *;.*)?")
    assert [line for line in constraints() if not version.fullmatch(line)] == []


def test_importing_the_face_loads_nothing_heavy(tmp_path: Path) -> None:
    code = f"import sys, citeline; print(*sorted(set({HEAVY!r}) & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_tools_see_every_room_in_the_face() -> None:
    # Type checkers, the import linter and editors read `citeline/` as an ordinary package: they know no `package-dir`.
    links = {path.name: str(path.readlink()) for path in (ROOT / "citeline").iterdir() if path.is_symlink()}
    assert links == {room: f"../{room}" for room in ROOMS if room != "citeline"}


@pytest.mark.parametrize("name", ["LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"])
def test_what_a_reader_looks_for_is_there(name: str) -> None:
    assert (ROOT / name).stat().st_size > 0
