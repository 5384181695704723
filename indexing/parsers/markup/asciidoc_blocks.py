"""What lines of AsciiDoc say about the block below them: its title, its attributes, its anchors."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

_PAIR: Final = re.compile(r'([\w%-]+)\s*=\s*(?:"([^"]*)"|([^,"]*))')
_SHORT: Final = re.compile(r"([#.%]?)([^#.%]+)")


@dataclass(slots=True)
class Block:
    """What is said about the block that comes next."""

    title: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    """By name; what has none by its place, counted from 1."""
    anchors: list[str] = field(default_factory=list)
    options: set[str] = field(default_factory=set)
    """`header`, `noheader` and so on."""
    start: int = 0
    """Position of the first line that says something; only with `is_set`."""
    is_set: bool = False

    def add(self, written: str) -> None:
        """Take over what stands between brackets: `source,python`, `#id%header,cols="1,2"`."""
        named = {name: value or bare.strip() for name, value, bare in _PAIR.findall(written)}
        self.attributes.update(named)
        for name in ("options", "opts"):
            self.options.update(part.strip() for part in named.get(name, "").split(","))
        if "id" in named:
            self.anchors.append(named["id"])
        for place, part in enumerate(written.split(","), start=1):
            if "=" in part:
                continue
            for sign, rest in _SHORT.findall(part.strip()):
                if sign == "#":
                    self.anchors.append(rest)
                elif sign == "%":
                    self.options.add(rest)
                elif not sign:
                    self.attributes[str(place)] = rest.strip('"')
