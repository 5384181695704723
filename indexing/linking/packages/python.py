"""Names of Python packages and the folders that build files map them to."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from posixpath import basename, dirname, join
from typing import Any, Final, NamedTuple, TypeAlias

from .values import inside, read_toml, table_at, text_of, texts_of

_MAX_SETUP: Final = 200_000
"""Characters; a longer `setup.py` is no build file that a person wrote."""
_FIND: Final = ("find_packages", "find_namespace_packages")


class PythonRoot(NamedTuple):
    """A folder whose modules are imported below a package name."""

    package: str
    """Dotted; empty when the folder holds top-level modules and packages."""
    folder: str
    project: str
    """Folder of the build file."""


Named: TypeAlias = Iterator[tuple[str, str]]
"""(package, folder as written), one for each mapping."""


def read_python(texts: Mapping[str, str]) -> tuple[PythonRoot, ...]:
    """The mappings of all build files by path; those of a file in the order in which they apply.

    A project's own folder and its `src` come last, for a project that maps nothing.
    """
    roots: list[PythonRoot] = []
    for path, text in sorted(texts.items()):
        reader = PYTHON_FILES.get(basename(path))
        project = dirname(path)
        if reader is not None:
            named = reader(text)
            if named is not None:
                every = (*named, ("", "src"), ("", "."))
                roots += [PythonRoot(package, inside(project, folder), project) for package, folder in every]
    return tuple(dict.fromkeys(roots))


def _pyproject(text: str) -> Named:
    tools = table_at(read_toml(text), "tool")
    setuptools = table_at(tools, "setuptools")
    yield from _tables(table_at(setuptools, "package-dir"))
    yield from (("", where) for where in texts_of(table_at(setuptools, "packages", "find").get("where")))
    yield from _hatch(tools)
    yield from _poetry(table_at(tools, "poetry").get("packages"))
    pdm = table_at(tools, "pdm", "build").get("package-dir")
    uv = table_at(tools, "uv", "build-backend").get("module-root")
    maturin = table_at(tools, "maturin").get("python-source")
    pytest = table_at(tools, "pytest", "ini_options").get("pythonpath")
    yield from (("", folder) for value in (pdm, uv, maturin) for folder in texts_of(value))
    yield from (("", folder) for value in texts_of(pytest) for folder in value.split())
    yield from _folders_or_tables(table_at(tools, "scikit-build", "wheel").get("packages"))


def _hatch(tools: Mapping[str, Any]) -> Named:
    for build in (table_at(tools, "hatch", "build", "targets", "wheel"), table_at(tools, "hatch", "build")):
        sources = build.get("sources")
        if isinstance(sources, Mapping):
            yield from ((_dotted(text_of(shipped)), written) for written, shipped in sources.items())
        yield from (("", folder) for folder in texts_of(sources))
        yield from _folders_or_tables(build.get("packages"))
        yield from _tables({_dotted(text_of(to)): path for path, to in table_at(build, "force-include").items()})


def _poetry(packages: object) -> Named:
    for entry in packages if isinstance(packages, list) else ():
        include = text_of(table_at(entry).get("include")).partition("/*")[0].strip("/")
        if include and "*" not in include:
            shipped = join(text_of(table_at(entry).get("to")), include)
            yield _dotted(shipped), join(text_of(table_at(entry).get("from")), include)


def _folders_or_tables(packages: object) -> Named:
    """`["src/pkg"]` ships the last part of each path; `{"pkg" = "src/pkg"}` says it."""
    yield from ((basename(folder.rstrip("/")), folder) for folder in texts_of(packages))
    yield from _tables(packages)


def _tables(mapping: object) -> Named:
    for package, folder in table_at(mapping).items():
        if isinstance(folder, str):
            yield _dotted(package), folder


def _dotted(path: str) -> str:
    return path.strip("/").replace("/", ".").removesuffix(".py")


def _setup_cfg(text: str) -> Named:
    import configparser  # few trees have a setup.cfg

    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return
    mapping = parser.get("options", "package_dir", fallback="")
    for line in mapping.replace(",", "\n").splitlines():
        package, equals, folder = line.partition("=")
        if equals:
            yield package.strip(), folder.strip()
    where = parser.get("options.packages.find", "where", fallback="")
    yield from (("", folder) for folder in where.split())


def _setup_py(text: str) -> Named | None:
    """The literals that the call of `setup` gets; what a program makes up stays unknown. None without such a call."""
    try:
        tree = ast.parse(text[:_MAX_SETUP])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    calls = [(_called(node), node) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    if not any(name == "setup" for name, _ in calls):
        return None
    return (named for name, call in calls for named in _arguments(name, call))


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _arguments(name: str, call: ast.Call) -> Named:
    values = {keyword.arg: _literal(keyword.value) for keyword in call.keywords if keyword.arg}
    if name == "setup":
        yield from _tables(values.get("package_dir"))
    elif name in _FIND:
        first = _literal(call.args[0]) if call.args else None
        yield from (("", where) for where in texts_of(values.get("where", first)))


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


PYTHON_FILES: Final[Mapping[str, Callable[[str], Named | None]]] = {
    "pyproject.toml": _pyproject,
    "setup.cfg": _setup_cfg,
    "setup.py": _setup_py,
}
"""Name of a build file to what reads it."""
