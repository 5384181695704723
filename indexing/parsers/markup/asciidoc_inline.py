"""What stands inside a line of AsciiDoc: links, code, attributes and marks of anchors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Final

from citeline.dataclass import dataclass
from citeline.model import Reference

from ..inline import named_identifier, shorten

_ATTRIBUTE: Final = re.compile(r"\{([\w-]{1,60})\}")
_PLAIN_LINK: Final = re.compile(
    r"(?<![\w:/`\"'\[{<])(?P<url>(?:https?|ftp)://[^\s\[\]<>`]{1,1000})(?:\[(?P<url_text>[^\]]{0,500})\])?"
)
_MACRO: Final = re.compile(
    r"(?P<macro>link|xref|image|include|mailto)::?(?P<target>[^\s\[\]]{1,1000})\[(?P<text>[^\]]{0,500})\]"
)
_CROSS: Final = re.compile(r"<<(?P<target>[^<>,\n]{1,500})(?:,\s*(?P<text>[^<>\n]{1,500}))?>>")
_CODE: Final = re.compile(r"(?<![\w`])(`{1,2})\+?([^`\n]{1,200}?)\+?\1(?![\w`])")
_MARKUP: Final = re.compile(r"(?<!\w)([*_`#]{1,2})(?=\S)([^\n]{1,500}?)(?<=\S)\1(?!\w)")
_ANCHOR: Final = re.compile(r"\[\[([^\[\],\s]{1,200})[^\]]*\]\]|anchor:([^\s\[\]]{1,200})\[[^\]]*\]")
_FIRST: Final = re.compile(r'^"?([^,="]*)')
_SIGNS: Final[Mapping[str, str]] = {
    **{"nbsp": " ", "sp": " ", "empty": "", "blank": "", "zwsp": "", "wj": "", "vbar": "|", "plus": "+", "cpp": "C++"},
    **{"lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": '"', "startsb": "[", "endsb": "]", "caret": "^"},
    **{"asterisk": "*", "tilde": "~", "backslash": "\\", "backtick": "`", "two-colons": "::", "two-semicolons": ";;"},
}
"""Attributes that every document has."""
_MOST_STEPS: Final = 5
"""Attributes that stand for attributes."""
_PAIR: Final = re.compile(r'([\w%-]+)\s*=\s*(?:"([^"]*)"|([^,"]*))')
_SHORT: Final = re.compile(r"([#.%]?)([^#.%]+)")


def substituted(text: str, attributes: Mapping[str, str]) -> str:
    """The text with the values of attributes that the document sets; those of others stay as they are."""
    for _ in range(_MOST_STEPS):
        if "{" not in text or len(text) > 10_000:
            break
        changed = _ATTRIBUTE.sub(lambda found: attributes.get(found[1].lower(), _SIGNS.get(found[1], found[0])), text)
        if changed == text:
            break
        text = changed
    return text


def plain(text: str) -> str:
    """As a reader sees it, on one line."""
    text = _ANCHOR.sub("", text)
    text = _CROSS.sub(lambda found: found["text"] or found["target"], text)
    text = _MACRO.sub(lambda found: _label(found["text"]) or found["target"], text)
    text = _PLAIN_LINK.sub(lambda found: _label(found["url_text"] or "") or found["url"], text)
    for _ in range(2):  # bold code
        text = _MARKUP.sub(r"\2", text)
    return " ".join(text.split())


def anchors_in(text: str) -> list[str]:
    """Ids that the line gives."""
    return [found[1] or found[2] for found in _ANCHOR.finditer(text)]


def references_in(line: str, number: int, attributes: Mapping[str, str]) -> Iterator[Reference]:
    """Links and named code of a line; their sources are filled in later."""
    if "[" in line or "://" in line or "<<" in line:
        line = substituted(line, attributes)
        for found in _MACRO.finditer(line):
            target = found["target"].strip("+")
            shown = "include" if found["macro"] == "include" else _label(found["text"])
            yield _link(f"mailto:{target}" if found["macro"] == "mailto" else target, shown, number)
        for found in _PLAIN_LINK.finditer(_MACRO.sub("", line)):
            url = found["url"] if found["url_text"] is not None else found["url"].rstrip(".,;:!?)'\"")
            yield _link(url, _label(found["url_text"] or ""), number)
        for found in _CROSS.finditer(line):
            target = found["target"].strip()
            is_file = "#" in target or target.endswith((".adoc", ".asciidoc", ".html"))
            yield _link(target if is_file else f"#{target}", found["text"] or "", number)
    if "`" in line:
        for found in _CODE.finditer(line):
            if named := named_identifier(found[2]):
                yield Reference(0, "mentions", named[0], number, named[1])


def _link(target: str, shown: str, line: int) -> Reference:
    return Reference(0, "links_to", target, line, shorten(shown) or target)


def _label(text: str) -> str:
    """The text of a link: its first attribute, without those that have names."""
    found = _FIRST.match(text)
    if text.startswith('"'):
        return text[1:].partition('"')[0]
    return text.strip() if "=" not in text else (found[1].strip() if found and not re.match(r"\w+=", text) else "")


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
