"""Lines of configuration, told like those of code: which key has which value, and what a list under it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from citeline.indexing.parsers.languages import language_of

from .heads import split_outside
from .walking import Told

DATA: Final = frozenset("json jsonc json5 yaml toml ini properties dotenv".split())  # noqa: SIM905
_SECTION: Final = re.compile(r"\s*\[+([^\[\]]+)\]+\s*$")
_KEY: Final = re.compile(
    r"(?P<indent>\s*)(?:- )?(?:export )?(?P<quote>[\"']?)(?P<key>[\w$@][\w.\-/$@ ]*?)(?P=quote)\s*"
    r"(?::(?=\s|$)|=)\s*(?P<value>.*)$"
)
_ENTRY: Final = re.compile(r"\s*- (?P<value>.+)$")
_COMMENT: Final = re.compile(r"^\s*(?:#|//|;).*$|\s+(?:#|//) .*$")
_LIST: Final = re.compile(r"\[(.*)\]$", re.DOTALL)


def tell_keys(path: str, text: str) -> Iterator[Told]:
    """Keys with their values, each below the keys and the section that stand over it; nothing for other files."""
    language = language_of(path, text)
    if language not in DATA:
        return
    above: list[tuple[int, str]] = []
    section: tuple[str, ...] = ()
    entries: list[str] = []
    end = 0
    for line in [*text.split("\n"), ""]:
        plain = _COMMENT.sub("", line) if language != "json" else line
        end += len(line) + 1
        entry = _ENTRY.match(plain)
        if entries and not entry and plain.strip():
            yield _listed(section, above, entries, end)
            entries = []
        if entry and above and not _KEY.match(plain):
            entries.append(_bare(entry["value"]))
        elif found := _SECTION.match(plain):
            section, above = tuple(found[1].strip().strip("\"'").split(".")), []
        elif found := _KEY.match(plain.replace("{", " ", 1) if plain.lstrip().startswith("{") else plain):
            depth = len(found["indent"]) + (2 if plain.lstrip().startswith("- ") else 0)
            while above and above[-1][0] >= depth:
                above.pop()
            chain = (*section, *(name for _, name in above))
            *outer, name = found["key"].strip().split(".") if language in ("toml", "properties") else [found["key"]]
            value, quoted = _bare(found["value"]), found["value"].lstrip()[:1] in ('"', "'")
            if quoted or (value and value[0] not in "{|>&*[") or _LIST.match(value):
                inline = _LIST.match(value)
                items = tuple(map(_bare, split_outside(inline[1], ","))) if inline else ()
                yield Told("value", (*chain, *outer), name, value, end=end, items=items)
            above.append((depth, name))
    if entries:
        yield _listed(section, above, entries, end)


def _listed(section: tuple[str, ...], above: list[tuple[int, str]], entries: list[str], end: int) -> Told:
    *chain, name = (*section, *(name for _, name in above))
    return Told("value", tuple(chain), name, f"[{', '.join(entries)}]", end=end, items=tuple(entries))


def _bare(value: str) -> str:
    """Without the comma behind it and the quotation marks around it."""
    plain = value.strip().rstrip(",").strip()
    return plain[1:-1] if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'" else plain
