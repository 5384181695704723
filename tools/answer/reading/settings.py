"""Settings in the files of a configuration: keys at any depth, each with the comment that is its own.

A key that is commented out is one too, unless the file sets it elsewhere; it tells what could be set, and nothing of
what is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from citeline.data_files import shipped_table
from citeline.indexing.parsers.languages import language_of
from citeline.patterns import re

from .syntax import Source

_NESTED: Final = "yaml"
_SECTIONED: Final = frozenset({"toml", "ini"})
_FLAT: Final = frozenset({"toml", "ini", "properties", "dotenv"})
IMAGE: Final = "dockerfile"
LONGEST: Final = 240
"""Characters of a line that is read."""
SECRET: Final = "[secret:"
_MOST_REMARKS: Final = 24
"""Lines of a comment."""
_REMARK: Final = re.compile(r"(?P<before>\s*)[#;]+\s?(?P<text>.*)")
_KEY: Final = re.compile(
    r"(?:export\s+)?(?P<name>[A-Za-z_][\w./-]*|\"[\w./ -]+\"|'[\w./ -]+')\s*(?P<mark>:(?=\s|$)|=(?!=))(?P<value>.*)"
)
_VARIABLE: Final = re.compile(r"""\w+=(?:"(?:\\.|[^"\\])*"|'[^']*'|\\\S|[^\s"'\\])*""")
_SETS: Final = re.compile(r"\s*(?:ENV|ARG)\s+(?=\w+=)")
"""What begins variables of an image, which go on below a line that ends with a backslash."""
_SECTION: Final = re.compile(r"\[{1,2}([\w. /\"'-]+)\]{1,2}\s*(?:[#;].*)?")
_VALUE: Final = re.compile(r"\s*(?P<value>\"[^\"]*\"|'[^']*'|(?:[^\s#]|(?<!\s)#|\s(?!\s*#))*)\s*(?:#(?P<remark>.*))?")
_SINGLE: Final = re.compile(r"\"[^\"]*\"|'[^']*'|\[.*\]|\{.*\}|\S+")
"""What a key that is commented out has behind it; a sentence that begins with a word and a colon has more words."""
_TAGGED: Final = re.compile(r"(?:[&!]\S*\s*)+|\*\S+")
"""What YAML has before a value, and what stands for one of another place."""
_CLOSES: Final = {'"': '"', "'": "'", "[": "]", "{": "}"}
_TEXTS: Final = ('"""', "'''")
"""What begins and ends a text of several lines."""


class Setting(NamedTuple):
    """A key with what a line sets it to, or would set it to."""

    name: str
    within: tuple[str, ...]
    """The keys or the section around it, the outermost first."""
    value: str
    """As it is spelt; of a variable that waits for one, none."""
    first_line: int
    """Of the comment above it, else its own; 1-based."""
    line: int
    said: str
    """What the comment says."""
    is_live: bool
    """Whether it is set, and not commented out."""
    last_line: int = 0
    """Of what a page says of it."""


class _Read(NamedTuple):
    indent: int
    name: str
    value: str
    remark: str
    is_live: bool


def settings_of(source: Source) -> dict[int, Setting]:
    """The settings of a file by their lines; none in files of other formats, of values that are masked, and of what is
    commented out where the file sets it.
    """
    language = _language_of(source)
    lines, language = ([*_of_image(source.lines)], "dotenv") if language == IMAGE else (source.lines, language)
    found = [*_read(lines, language)] if language in (_NESTED, *_FLAT) else []
    live = {(one.within, one.name) for one in found if one.is_live}
    return {one.line: one for one in found if one.is_live or (one.within, one.name) not in live}


def _language_of(source: Source) -> str:
    """That of a sample is the one of the file that it is a sample of: `config.toml.sample`."""
    own, sampled = source.document.language, source.document.path.rpartition(".")[0]
    return language_of(sampled) if source.document.format == "text" and "." in sampled.rpartition("/")[2] else own


def _of_image(lines: Sequence[str]) -> Iterator[str]:
    """The variables of an image and the remarks, each in its own line, and the other lines empty."""
    goes_on = False
    for line in lines:
        begin = _SETS.match(line)
        is_remark = line.lstrip().startswith("#")
        told = line[begin.end() if begin else 0 :].strip() if begin or goes_on or is_remark else ""
        # A remark between the lines of a command ends nothing. Of several variables in a line the first is read.
        goes_on = (is_remark and goes_on) or told.endswith("\\")
        first = None if is_remark else _VARIABLE.match(told)
        yield first[0] if first else told.removesuffix("\\").strip()


@cache
def _introducing() -> frozenset[str]:
    """Words that begin a remark, and are no key."""
    return frozenset(shipped_table("citeline.tools.answer.reading", "settings.toml")["introducing"])


def _read(lines: Sequence[str], language: str) -> Iterator[Setting]:
    """One pass; what a line belongs to is known from the lines above it.

    A key that is set belongs to none that is commented out, be it indented or below the head of a section.
    """
    around: dict[bool, list[tuple[int, str]]] = {True: [], False: []}
    sections: dict[bool, tuple[str, ...]] = {True: (), False: ()}
    begin, said, before = 0, list[str](), ("", 0, list[str]())
    deeper: int | None = None
    text = ""
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if text:
            text = "" if text in bare else text
            continue
        if not bare or len(line) > LONGEST:
            begin, said, before = 0, [], ("", 0, [])
            continue
        indent = len(line) - len(line.lstrip())
        if deeper is not None and indent > deeper:
            continue  # of a text in several lines, or of a record in a list
        deeper = None
        if language in _SECTIONED and (head := _SECTION.fullmatch(bare.lstrip("#; "))):
            sections[False] = tuple(head[1].split("."))
            sections[True] = sections[bare[0] != "["]
            begin, said = 0, []
            continue
        if language == _NESTED and bare.startswith("-"):
            deeper, begin, said = indent, 0, []
            continue
        one = _key(line, language)
        if one is None:
            remark = _REMARK.fullmatch(line)
            begin = (begin or number) if remark else 0
            said = [*said[-_MOST_REMARKS:], remark["text"].lstrip("# ")] if remark else []
            continue
        own = around[one.is_live]
        while own and own[-1][0] >= one.indent:
            own.pop()
        if one.is_live:
            around[False].clear()
        keys = [name for indent, name in around[True] if indent < one.indent]
        keys += [] if one.is_live else [name for _, name in own]
        if not begin and one.name == before[0]:  # the remark stands above what is commented out
            begin, said = before[1:]
        within = tuple(keys) if language == _NESTED else sections[one.is_live]
        if _is_told(one.value, language):
            first = max(begin, number - _MOST_REMARKS) if begin else number
            yield Setting(one.name, within, one.value, first, number, " ".join([*said, one.remark]), one.is_live)
        before = ("", 0, []) if one.is_live else (one.name, begin or number, said)
        own.append((one.indent, one.name))
        deeper = one.indent if one.is_live and one.value.startswith(("|", ">")) and language == _NESTED else None
        text = one.value[:3] if one.value[:3] in _TEXTS and one.value.count(one.value[:3]) == 1 else ""
        begin, said = 0, []


def _is_told(value: str, language: str) -> bool:
    """Whether a line has the whole value: no text or list that goes on below, and nothing that is masked."""
    if not value:
        return language in _FLAT
    is_open = value[0] in _CLOSES and (len(value) == 1 or value[-1] != _CLOSES[value[0]])
    return not (is_open or value.startswith(_TEXTS) or (value[0] in "|>" and language == _NESTED) or SECRET in value)


def _key(line: str, language: str) -> _Read | None:
    """The key that a line has, be it commented out or not."""
    remark = _REMARK.fullmatch(line)
    bare = remark["text"] if remark else line
    found = _KEY.fullmatch(bare.strip())
    value = _VALUE.fullmatch(found["value"]) if found else None
    if found is None or value is None or (found["mark"] == ":") != (language == _NESTED):
        return None
    name, told, said = found["name"].strip("\"'"), value["value"].strip(), (value["remark"] or "").strip()
    if language == _NESTED and (tagged := _TAGGED.match(told)):
        told = told[tagged.end() :]
    elif language == "ini" and told[:1] not in _CLOSES:
        told, _, noted = told.partition(" ;")
        told, said = told.rstrip(), f"{noted}{said}".strip()
    if remark and (name.lower() in _introducing() or (told and not _SINGLE.fullmatch(told))):
        return None
    if remark and language == _NESTED and not name[0].islower():
        return None
    indent = len(bare) - len(bare.lstrip()) + (len(remark["before"]) if remark else 0)
    return _Read(indent, name, told, said, remark is None)
