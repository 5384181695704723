"""Which files of Go a plain build leaves out: by `//go:build`, `// +build`, and systems in their names."""

from __future__ import annotations

from typing import Final

from citeline.patterns import re

_SYSTEM: Final = re.compile(
    "aix|android|darwin|dragonfly|freebsd|hurd|illumos|ios|js|linux|nacl|netbsd|openbsd|plan9|solaris|wasip1|windows|zos"
)
_MACHINE: Final = re.compile("386|amd64|arm(?:64)?|loong64|mips(?:64)?(?:le)?|ppc64(?:le)?|riscv64|s390x|sparc64|wasm")
_BUILT: Final = frozenset({"linux", "amd64", "unix", "cgo", "gc"})
"""As for Rust's `cfg`: the most common system, and no tag asked for."""
_CONSTRAINT: Final = re.compile(r"(?s:/\*.*?\*/)|^//(go:build|[ \t]*\+build)[ \t]+([^\r\n]{1,1000})|//[^\n]*", re.M)
"""Or another comment, whose text is none."""
_PACKAGE: Final = re.compile(rb"^package\b", re.M)
_TAG: Final = re.compile(r"[\w.]+")
_INNER: Final = re.compile(r"!([01])|\(([01])\)|([01])&&([01])|(?<![!&])([01])\|\|([01])(?!&)")


def left_out_by(path: str, data: bytes) -> str:
    """The conditions that keep a file from a build for Linux without tags; empty where it is built."""
    package = _PACKAGE.search(data)
    head = data[: package.start() if package else 0].decode("utf-8", "replace")
    found = [one for one in _CONSTRAINT.findall(head) if any(one)]
    conditions = [text.strip() for kind, text in found if kind == "go:build"] or [_of_old(text) for _, text in found]
    *others, last = path.rpartition("/")[2].removesuffix(".go").removesuffix("_test").split("_")[1:] or [""]
    machine = bool(_MACHINE.fullmatch(last))
    systems = [last] if machine or _SYSTEM.fullmatch(last) else []
    if machine and others and _SYSTEM.fullmatch(others[-1]):
        systems = [others[-1], last]
    is_built = all(map(_holds, conditions)) and _BUILT.issuperset(systems)
    return "" if is_built else " ".join([*conditions, *systems])


def _of_old(line: str) -> str:
    """A line of `// +build` as an expression: spaces are `or`, commas `and`."""
    return "||".join(f"({option.replace(',', '&&')})" for option in line.split())


def _holds(condition: str) -> bool:
    """Whether `linux && !(cgo || purego)` does; so does what cannot be read."""
    text = _TAG.sub(_value, condition.partition("//")[0]).replace(" ", "").replace("\t", "")
    while (shorter := _INNER.sub(_reduced, text)) != text:
        text = shorter
    return text != "0"


def _value(tag: re.Match[str]) -> str:
    return "01"[tag[0] in _BUILT or tag[0].startswith("go1.")]


def _reduced(found: re.Match[str]) -> str:
    negated, inner, one, other, left, right = found.groups()
    if negated:
        return "10"[int(negated)]
    return inner or (min(one, other) if one else max(left, right))
