"""Lines of configuration, told like those of code: which key has which value, and what a list under it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.parsers.languages import language_of
from citeline.patterns import re
from citeline.text import indent_of

from .heads import split_outside
from .walking import Told

DATA: Final = frozenset("json jsonc json5 yaml toml ini properties dotenv".split())  # noqa: SIM905
_SECTION: Final = re.compile(r"\s*\[+([^\[\]]+)\]+\s*$")
_KEY: Final = re.compile(
    r"(?P<indent>\s*)(?:- )?(?:export )?(?P<quote>[\"']?)(?P<key>[\w$@][\w.\-/$@ ]*?)(?P=quote)\s*"
    r"(?::(?=\s|$)|=)\s*(?P<value>.*)$"
)
_ENTRY: Final = re.compile(r"\s*- (?P<value>.+)$")
_BLOCK: Final = re.compile(r"[|>][-+\d]*$")
_JSON_VALUE: Final = re.compile(r"(?:\"(?:[^\"\\]|\\.)*\"|'[^']*'|\[.*\]|[\w.+-]+)\s*,?\s*$")
"""The only value of a line."""
_TRIPLE: Final = re.compile(r"\"{3}|'{3}")
_LIST: Final = re.compile(r"\[(.*)\]$", re.DOTALL)


@dataclass(slots=True)
class _List:
    """One of YAML, its entries on lines of their own."""

    indent: int
    above: tuple[str, ...]
    """The keys that it stands below."""
    entries: list[str] = field(default_factory=list)
    is_plain: bool = True
    """Whether there is nothing but plain values in it: how many there are is known."""


def tell_keys(path: str, text: str) -> Iterator[Told]:
    """Keys with their values, each below the keys and the section that stand over it; nothing for other files."""
    language = language_of(path, text)
    if language not in DATA:
        return
    above: list[tuple[int, str]] = []
    section: tuple[str, ...] = ()
    lists: list[_List] = []
    text_below = -1
    """The indentation of a key whose value is the text on the lines below it."""
    quoting = False
    end = 0
    for line in text.split("\n"):
        plain = _uncommented(line, language)
        end += len(line) + 1
        indent = indent_of(line)
        if quoting or (text_below >= 0 and (indent > text_below or not line.strip())):
            quoting = quoting != bool(len(_TRIPLE.findall(line)) % 2)
            continue
        text_below = -1
        entry = _ENTRY.match(plain) if above else None
        while lists and plain.strip() and (indent < lists[-1].indent or (indent == lists[-1].indent and not entry)):
            if (done := lists.pop()).is_plain:
                yield _listed(section, done, end)
        if entry and not (lists and lists[-1].indent == indent):
            is_inner = bool(lists) and above[-1][0] <= lists[-1].indent  # a list in a list has no name
            names = tuple(name for depth, name in above if depth <= indent)
            lists.append(_List(indent, names, is_plain=not is_inner))
        is_entry = entry is not None and not _KEY.match(plain) and not entry["value"].startswith("- ")
        if lists and plain.strip():
            lists[-1].is_plain &= is_entry
        if entry and is_entry:
            lists[-1].entries.append(_bare(entry["value"]))
        elif found := _SECTION.match(plain):
            section, above = tuple(found[1].strip().strip("\"'").split(".")), []
        elif found := _KEY.match(plain.replace("{", " ", 1) if plain.lstrip().startswith("{") else plain):
            depth = len(found["indent"]) + (2 if plain.lstrip().startswith("- ") else 0)
            while above and above[-1][0] >= depth:
                above.pop()
            chain = (*section, *(name for _, name in above))
            *outer, name = found["key"].strip().split(".") if language in ("toml", "properties") else [found["key"]]
            value, quoted = _bare(found["value"]), found["value"].lstrip()[:1] in ('"', "'")
            if language == "yaml" and _BLOCK.match(value):
                text_below = depth
            quoting = language == "toml" and len(_TRIPLE.findall(found["value"])) == 1
            if quoting:
                continue
            is_one = not language.startswith("json") or _JSON_VALUE.match(found["value"])
            if is_one and (quoted or (value and value[0] not in "{|>&*[") or _LIST.match(value)):
                inline = _LIST.match(value)
                items = tuple(map(_bare, split_outside(inline[1]))) if inline else ()
                yield Told("value", (*chain, *outer), name, value, end=end, items=items)
            above.append((depth, name))
    for one in lists:
        if one.is_plain:
            yield _listed(section, one, end)


def _listed(section: tuple[str, ...], one: _List, end: int) -> Told:
    *chain, name = (*section, *one.above)
    return Told("value", tuple(chain), name, f"[{', '.join(one.entries)}]", end=end, items=tuple(one.entries))


def _uncommented(line: str, language: str) -> str:
    """Without the comment at its end; `#` in quotes is none."""
    marks = {"json": (), "jsonc": ("//",), "json5": ("//",), "yaml": "#", "toml": "#", "dotenv": "#"}.get(
        language, "#;"
    )
    quote = ""
    for at, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and not line[at - 1 : at].isalnum():
            quote = character
        elif line.startswith(tuple(marks), at) and not line[:at][-1:].strip():
            return line[:at].rstrip()
    return line


def _bare(value: str) -> str:
    """Without the comma behind it and the quotation marks around it."""
    plain = value.strip().rstrip(",").strip()
    return plain[1:-1] if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'" else plain
