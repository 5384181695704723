"""Lines of a manual page as they read: without the macros of man(7) and mdoc(7) and the escapes of roff.

Works on a part of a page; what began above its first line is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from itertools import takewhile
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from citeline.data_files import shipped_table
from citeline.dataclass import dataclass
from citeline.model import NodeData, ParsedDocument, SourceFile

from ..headings import Heading, heading_nodes
from ..inline import shorten
from ..text import file_node, parse_plain
from .read_line import LineKind, ReadLine

ENTRY_LEVEL: Final = 4
"""Of the name of an entry, below sections and subsections."""
_MACRO: Final = re.compile(r"[.'][ \t]*([A-Za-z][A-Za-z0-9]*)[ \t]*")
_COMMENT: Final = re.compile(r"(?:^[.'][ \t]*)?\\\".*")
_ARGUMENT: Final = re.compile(r'"((?:[^"]|"")*)"?|((?:\\ |[^ \t])+)')
# Bounded and possessive: a line of nothing but `\[` must not be read to its end from each of them.
_STRING: Final = re.compile(r"\\\*(?:\((?P<two>..)|\[(?P<long>[^\]\\]{0,60}+)\]|(?P<one>.))")
_ESCAPE: Final = re.compile(
    r"\\(?:f(?:\[[^\]\\]{0,60}+\]|\(..|.)|s[+-]?\d{1,2}|[mMgkFn](?:\[[^\]\\]{0,60}+\]|\(..|.)|\((?P<two>..)|\[(?P<long>[^\]\\]{0,60}+)\]"
    r"|[vhwlLDbozxXSHA]'[^']{0,200}+'|(?P<one>.)|$)"
)
_LETTERS: Final = {
    "-": "-",
    "e": "\\",
    "\\": "\\",
    " ": " ",
    "~": " ",
    "0": " ",
    "'": "´",
    "`": "`",
    "t": "\t",
    ".": ".",
}
_STRINGS: Final = {"lq": "“", "rq": "”", "R": "®", "Tm": "™"}
_BULLET: Final = re.compile(r"(?:[•*o+-]|\d{1,3}[.)]?|[a-z][.)])$")
_CLOSING: Final = frozenset(".,:;)]?!")
_OPENING: Final = frozenset("([")
_OPTION: Final = "Fl"
_NAME: Final = "Nm"
_SEE: Final = "Xr"
_NO_SPACE: Final = frozenset(["Ns", "Pf", "Ap"])
_TITLE: Final = frozenset(["TH", "Dt"])
_MDOC_DATE: Final = "Dd"
_DATED: Final = frozenset(["TH", _MDOC_DATE])
_MDOC_AUTHOR: Final = ".An "
_CALLABLE: Final = re.compile(r"A[oq]|Mt|Ns|Pq|Po|Lk|-(?:no)?split|[.,;:()]")
_HEAD_LINES: Final = 100
"""Licences stand above the title."""
_VERSION: Final = re.compile(r"\d+(?:\.\w+)+")
_ADDRESS: Final = frozenset(["UR", "MT"])


class _Macros(NamedTuple):
    """`man.toml`."""

    headings: Mapping[str, int]
    items: Mapping[str, Sequence[str]]
    blocks: Mapping[str, Sequence[str]]
    fonts: Mapping[str, Sequence[str]]
    around: Mapping[str, Sequence[str]]
    marks: Mapping[str, str]
    plain: frozenset[str]
    systems: Mapping[str, str]
    escapes: Mapping[str, str]

    def is_parsed(self, token: str) -> bool:
        """Whether a word of a line of mdoc is a macro."""
        return (
            token in self.plain
            or token in self.around
            or token in self.marks
            or token in _NO_SPACE
            or token in (_OPTION, _NAME, _SEE)
        )


@cache
def _macros() -> _Macros:
    table = shipped_table("citeline.indexing.parsers.markup", "man.toml")
    parsed = table["parsed"]
    return _Macros(
        headings=table["headings"],
        items=table["items"],
        blocks=table["blocks"],
        fonts=table["fonts"],
        around=parsed["around"],
        marks=parsed["marks"],
        plain=frozenset(parsed["plain"]),
        systems=parsed["systems"],
        escapes=table["escapes"],
    )


def read_man(text: str, path: str) -> list[ReadLine]:
    """One for each line of a part of a page. `path`: of the file, which tells what `.Nm` stands for."""
    reader, lines = _reader(path), text.split("\n")
    reader.waits = ENTRY_LEVEL if _begins_with_entry(lines) else 0
    return [reader.read(line) for line in lines]


def titles_of(lines: Sequence[str], path: str) -> Iterator[tuple[int, str, int]]:
    """Level, title and 1-based first line of sections, subsections and entries; each begins with its macro, also where
    its title stands on the next line.
    """
    reader, begun = _reader(path), 0
    for number, line in enumerate(lines, start=1):
        read = reader.read(line)
        if read.kind == "heading" and read.text:
            marks, _, title = read.text.partition(" ")
            yield len(marks), title.strip(), begun or number
        begun = (begun or number) if reader.waits else 0


def _begins_with_entry(lines: Sequence[str]) -> bool:
    """Whether the first line is the name of an entry, whose macro stands above: a sentence begins behind it."""
    macro = _MACRO.match(lines[0])
    is_name = macro is not None and macro[1] in (*_macros().fonts["apart"], *_macros().fonts["joined"])
    return is_name and len(lines) > 1 and lines[1][:1].isupper()


def _reader(path: str) -> _Reader:
    return _Reader(PurePosixPath(path).name.split(".")[0])


@dataclass(slots=True)
class _Reader:
    name: str
    """Of what the page is about."""
    waits: int = 0
    """Level of the heading whose title is the next line of text; 0 for none."""
    item: bool = False
    """The next text is an item of a list with a bullet."""
    code: bool = False
    begins: bool = True

    def read(self, line: str) -> ReadLine:
        """One line of the page."""
        line = _COMMENT.sub("", line, count=1)
        macro = _MACRO.match(line)
        if macro is None:
            plain = "" if line[:1] in (".", "'") else unescaped(line)
            self.begins = self.begins or not line.strip()
            return self._text(plain if self.code else plain.strip())
        return self._macro(macro[1], [*_arguments(line[macro.end() :])])

    def _macro(self, name: str, arguments: Sequence[str]) -> ReadLine:
        known = _macros()
        if level := known.headings.get(name):
            return self._heading(level, " ".join(map(unescaped, arguments)))
        if name in known.items["next"]:
            return self._heading(ENTRY_LEVEL, "")
        if name in known.items["arguments"]:
            return self._entry(name, arguments)
        if name in _TITLE and arguments:
            return self._heading(1, f"{unescaped(arguments[0])}({unescaped(arguments[1])})" if arguments[1:] else "")
        if name in known.blocks["code"] or name in known.blocks["code_ends"]:
            self.code, self.begins = name in known.blocks["code"], True
            return ReadLine()
        if name in known.blocks["begin"]:
            self.begins = True
        if name in known.blocks["code_line"]:
            self.begins = True
            return ReadLine(f"    {' '.join(map(unescaped, arguments))}", "code", begins=True)
        return self._text(self._said(name, arguments))

    def _said(self, name: str, arguments: Sequence[str]) -> str:
        """What a macro in running text says; empty where it says nothing."""
        known = _macros()
        if name in known.fonts["apart"]:
            return unescaped(" ".join(arguments))
        if name in known.fonts["joined"] or name in _ADDRESS:
            return unescaped("".join(arguments))
        return self._parsed([name, *arguments]) if known.is_parsed(name) else ""

    def _entry(self, name: str, arguments: Sequence[str]) -> ReadLine:
        tag = self._parsed(arguments) if name == "It" else unescaped(arguments[0]) if arguments else ""
        if tag and not _BULLET.match(tag):
            return self._heading(ENTRY_LEVEL, tag)
        self.begins, self.item = True, bool(tag) or name == "It"
        return ReadLine()

    def _heading(self, level: int, title: str) -> ReadLine:
        self.code, self.begins, self.item = False, True, False
        self.waits = 0 if title else level
        return ReadLine(f"{'#' * level} {title}", "heading", begins=True) if title else ReadLine()

    def _text(self, text: str) -> ReadLine:
        if not text.strip():
            return ReadLine()
        if self.waits:
            return self._heading(self.waits, text.strip())
        kind: LineKind = "code" if self.code else "prose"
        shown = f"    {text.rstrip()}" if self.code else f"- {text}" if self.item else text
        line = ReadLine(shown, kind, begins=self.begins)
        self.begins, self.item = False, False
        return line

    def _parsed(self, tokens: Sequence[str]) -> str:
        """Words of a line of mdoc, in which words may be macros."""
        line = _Words()
        rest = [*tokens]
        while rest:
            token = rest.pop(0)
            if token == _NAME:
                is_named = bool(rest) and not _macros().is_parsed(rest[0]) and rest[0] not in _CLOSING
                self.name = unescaped(rest.pop(0)) if is_named else self.name
                line.say(self.name)
            elif token == _SEE and rest:
                page = unescaped(rest.pop(0))
                line.say(f"{page}({rest.pop(0)})" if rest and rest[0][:1].isdigit() else page)
            else:
                line.add(token, before_macro=not rest or _macros().is_parsed(rest[0]))
        return line.text()


@dataclass(slots=True)
class _Words:
    """A line of mdoc as far as it is read."""

    said: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    """What stands behind the last word of the line, the innermost last."""
    joined: bool = False
    """No space before the next word."""
    option: bool = False
    """A dash before the next words."""

    def say(self, text: str) -> None:
        """A word, and a space before it where one belongs there."""
        if self.said and not self.joined and text not in _CLOSING:
            self.said.append(" ")
        self.said.append(text)
        self.joined = text in _OPENING

    def add(self, token: str, *, before_macro: bool) -> None:
        """A macro or a word; `before_macro`: no word of its own follows."""
        known = _macros()
        if token in _NO_SPACE:
            self.joined, self.option = True, False
        elif token == _OPTION:
            self.option = not before_macro
            if before_macro:
                self.say("-")
                self.joined = True
        elif token in known.around:
            self.say(known.around[token][0])
            self.closing.append(known.around[token][1])
            self.joined = True
        elif token in known.marks:
            opens = token.endswith("o")
            self.joined = self.joined or not opens
            self.say(known.marks[token])
            self.joined = opens
        elif token in known.systems:
            self.say(known.systems[token])
        elif token in known.plain:
            self.option = False
        else:
            text = unescaped(token)
            self.say(f"-{text}" if self.option and text not in _CLOSING else text)

    def text(self) -> str:
        """All of the line."""
        return "".join([*self.said, *reversed(self.closing)])


def _arguments(line: str) -> Iterator[str]:
    for found in _ARGUMENT.finditer(line):
        yield found[1].replace('""', '"') if found[1] is not None else found[2]


def unescaped(text: str) -> str:
    """The text without roff's escapes: fonts and sizes are gone, characters are what they stand for."""
    if "\\" not in text:
        return text
    strings = _STRING.sub(lambda found: _STRINGS.get(found["two"] or found["long"] or found["one"], ""), text)
    return _ESCAPE.sub(_character, strings)


def _character(found: re.Match[str]) -> str:
    if name := found["two"] or found["long"]:
        return _macros().escapes.get(name, "")
    return _LETTERS.get(found["one"] or "", "")


def parse_man(source: SourceFile, language: str = "man") -> ParsedDocument:
    """The document's tree; its title is the page's, `tmux(1)`, and the name of an entry is what it is about."""
    headings = [Heading(level, shorten(title), line) for level, title, line in titles_of(source.lines, source.path)]
    plain = parse_plain(source, language)
    title = next((heading.title for heading in headings if heading.level == 1), plain.title)
    file = replace(file_node(source), data=_facts(source.lines))
    return replace(plain, title=title, nodes=(file, *heading_nodes(headings, len(source.lines))))


def _authors(lines: Sequence[str]) -> Iterator[str]:
    """Names behind `.An` of mdoc(7), without the address that a macro of two letters begins."""
    for line in lines:
        if line.startswith(_MDOC_AUTHOR):
            words = takewhile(lambda word: not _CALLABLE.fullmatch(word), _arguments(line[len(_MDOC_AUTHOR) :]))
            if name := " ".join(map(unescaped, words)):
                yield name


def _facts(lines: Sequence[str]) -> NodeData:
    """Day and version, which the title of man(7) and the date of mdoc(7) say."""
    macros = (macro for line in lines[:_HEAD_LINES] if (macro := _MACRO.match(line)) and macro[1] in _DATED)
    macro = next(macros, None)
    if macro is None:
        return {}
    arguments = list(map(unescaped, _arguments(macro.string[macro.end() :])))
    if macro[1] == _MDOC_DATE:
        authors = ", ".join(_authors(lines))
        return {"created": " ".join(arguments), **({"author": authors} if authors else {})}
    created, version = ("".join(arguments[2:3]), _VERSION.search("".join(arguments[3:4])))
    facts = {"created": created, "version": version[0] if version else ""}
    return {key: fact for key, fact in facts.items() if fact}
