"""What package.json, tsconfig.json and jsconfig.json say about the names of modules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from posixpath import basename, dirname
from typing import Any, Final, NamedTuple

from .values import inside, read_json, table_at, text_of, texts_of

WEB_CONFIG: Final = re.compile(r"[jt]sconfig(?:[.-][\w.-]+)?\.json")
_ENTRIES: Final = ("source", "module", "main", "types", "typings", "browser")
_MAX_EXTENDED: Final = 8
"""Configurations that extend each other; more of them are a circle."""


class Pattern(NamedTuple):
    """A name of modules, with at most one `*`, and the paths that it stands for, best first."""

    written: str
    targets: tuple[str, ...]
    """From the root of the corpus, the same `*` in them."""


class WebPackage(NamedTuple):
    """A folder with a package.json."""

    folder: str
    name: str
    exports: tuple[Pattern, ...]
    """Subpaths: `.` and `./…`; the package's entry when it exports nothing."""
    imports: tuple[Pattern, ...]
    """Names that begin with `#`, known inside of the package only."""


class WebAliases(NamedTuple):
    """Names that the modules in a folder can use."""

    folder: str
    patterns: tuple[Pattern, ...]


def read_web_packages(texts: Mapping[str, str]) -> tuple[WebPackage, ...]:
    """The packages of all workspaces; each is known by its name, so no list of members is needed."""
    found: list[WebPackage] = []
    for path, text in sorted(texts.items()):
        if basename(path) == "package.json":
            body, folder = read_json(text), dirname(path)
            exports = tuple(_exports(folder, body))
            imports = tuple(_pattern(folder, key, value) for key, value in table_at(body, "imports").items())
            found.append(WebPackage(folder, text_of(body.get("name")), exports, imports))
    return tuple(found)


def read_web_aliases(texts: Mapping[str, str]) -> tuple[WebAliases, ...]:
    """`paths` and `baseUrl` of the compiler's configurations, with those that they extend."""
    configs = {path: read_json(text) for path, text in texts.items() if WEB_CONFIG.fullmatch(basename(path))}
    found = (WebAliases(dirname(path), tuple(_aliases(path, configs))) for path in sorted(configs))
    return tuple(aliases for aliases in found if aliases.patterns)


def _exports(folder: str, body: Mapping[str, Any]) -> Iterator[Pattern]:
    exports = body.get("exports")
    if isinstance(exports, Mapping) and any(key.startswith(".") for key in exports):
        yield from (_pattern(folder, key, value) for key, value in exports.items())
    elif exports is not None:
        yield _pattern(folder, ".", exports)
    entries = tuple(inside(folder, body[key]) for key in _ENTRIES if text_of(body.get(key)))
    if entries:
        yield Pattern(".", entries)


def _pattern(folder: str, written: str, value: object) -> Pattern:
    # A target without a dot is the name of another package.
    targets = [inside(folder, leaf) for leaf in _leaves(value) if leaf.startswith(".")]
    return Pattern(written, tuple(dict.fromkeys(targets)))


def _leaves(value: object) -> Iterator[str]:
    """The strings of nested conditions; `source` first, for that is what people read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key in sorted(value, key=lambda key: key != "source"):
            yield from _leaves(value[key])
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)


def _aliases(path: str, configs: Mapping[str, Mapping[str, Any]]) -> Iterator[Pattern]:
    """The patterns that hold for a configuration: the nearest `paths` and `baseUrl` of the chain that it extends."""
    chain = list(_chain(path, configs))
    mapped = next((entry for entry in chain if "paths" in _options(entry, configs)), None)
    rooted = next((entry for entry in chain if text_of(_options(entry, configs).get("baseUrl"))), None)
    base = inside(dirname(rooted), text_of(_options(rooted, configs)["baseUrl"])) if rooted is not None else None
    if mapped is not None:
        start = base if base is not None else dirname(mapped)
        for written, targets in table_at(_options(mapped, configs), "paths").items():
            yield Pattern(written, tuple(inside(start, target) for target in texts_of(targets)))
    if base is not None:
        yield Pattern("*", (inside(base, "*"),))


def _chain(path: str, configs: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """A configuration and those that it extends, nearest first."""
    waiting = [path]
    for _ in range(_MAX_EXTENDED):
        if not waiting:
            return
        current = waiting.pop(0)
        yield current
        # Of several, the last one wins.
        for extended in reversed(texts_of(configs[current].get("extends"))):
            whole = inside(dirname(current), extended)
            waiting += [name for name in (whole, f"{whole}.json") if extended.startswith(".") and name in configs]


def _options(path: str, configs: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    return table_at(configs[path], "compilerOptions")
