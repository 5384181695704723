"""The cited lines with what surrounds them, their paragraphs and comments: where a name of a claim may be found."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.parsers.languages import language_of, language_row
from citeline.indexing.parsers.markup.reading import is_read, readable
from citeline.patterns import re
from citeline.state import Evidence
from citeline.text import has_word, indent_of, is_cjk, last_part, parts_of

_COMMENT_MARK = re.compile(r"^[ \t]*(?:///?!?|\*+/|\*+(?!\S)|/\*+!?|#+[:!]?|--+|;+|>|%+)[ \t]?", re.MULTILINE)
_COMMENT_END = re.compile(r"[ \t]+\*+/[ \t]*$", re.MULTILINE)
SENTENCE_END = re.compile(r"[.!?:;…。！？：][\"'”’)\]*_`]*\s*$")
_LOWER = re.compile(r"\s*[a-z]")
_NUMBERED = re.compile(r"([A-Za-z]{2,})[-_]?(\d+)")
"""`utf-8` is written `utf8` and `UTF_8` too."""
_CONSTANT = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b[A-Z]{3,}\b")
_GIVEN = re.compile(
    r"[ \t]*(?:#define[ \t]+(?P<defined>\w+)[ \t]+"
    r"|(?:[\w<>\[\]]+(?:::[\w<>]+)*[ \t]+)*(?P<name>\w+)[ \t]*(?::[^=\n]*)?=(?!=)[ \t]*)"
    r"(?:(?P<value>-?\d[\d_.]*|\"[^\"\n]*\"|'[^'\n]*'|[Tt]rue|[Ff]alse|None|null|nil)"
    r"[ \t]*[;,]?[ \t]*(?:(?:#|//).*)?$)?"
)
"""A line that gives a name a value, with that value where it is plain."""
_LOOKED_AT_BEHIND = 12
"""Lines, most of a statement or of an enumeration that goes on."""
_SELVES = frozenset({"self", "this", "cls", "super"})
_DEFINES = (
    r"(?:def|class|func|function|fn|fun|struct|enum|trait|interface|type|module|const|let|var|val|impl|object|record"
    r"|defp|defmodule|namespace|macro_rules!|#define|protocol|extension)"
)
_COMMENT_LINE: Final = re.compile(r"\s*(?://|#|/?\*|--|;|%)")
_OPENS: Final = re.compile(
    r"\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|[=~^-]{3,}\s*$|=+(?:\s+=+)+\s*$|(?:--?\w.*?|\S+(?<![.!?,;:])) {2,}\S)"
)
_CLOSES: Final = re.compile(r"\s*(?:#{1,6}\s|[=~^-]{3,}\s*$|=+(?:\s+=+)+\s*$)")
"""A line of a document that begins a block, a row of columns among them, and one that is its last: a heading, or the
line below one.
"""
_ITEM: Final = re.compile(r"(?P<indent>\s*)(?:[-*+•]|(?P<number>\d{1,3})[.)])\s")
_TERM: Final = re.compile(r"\s*(?![-*+•]\s|\d{1,3}[.)]\s|\.\.\s|[:|+>#@=~])(?:(?!\S: ).)*[\w)\]*`\"'>]\s*")
_LONGEST_TERM: Final = 80
_LITERALS: Final = re.compile(r"[\"'][ \t]*\\?\n[ \t]*[A-Za-z]{0,2}[\"']")
"""Between the parts of a literal that goes over several lines."""
_FENCED: Final = re.compile(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1|\Z)", re.MULTILINE | re.DOTALL)
BAR: Final = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Passage:
    """Cited lines, their path, what encloses them and, where known, its signature."""

    text: str
    start_line: int
    end_line: int
    path: str
    scope: str
    """Qualified name of the enclosing definition or section."""
    signature: str = ""
    """Of the enclosing definition; may stand outside the cited lines."""
    place: str = ""
    """What a reader knows the lines by, where that is a page or cells and not their numbers."""
    ended: bool = False
    """Whether the definition that the lines are known by ends where they do."""
    constants: tuple[tuple[str, str], ...] = ()
    """Names of constants in the lines, with the literals that their file gives them, once each."""
    behind: str = ""
    """The next lines of the document, which tell whether the last statement goes on; empty where they are unknown."""

    @property
    def lines(self) -> str:
        """`lines 3–9`, `line 3`, or `page 4`."""
        return self.place or (
            f"line {self.start_line}"
            if self.start_line == self.end_line
            else (f"lines {self.start_line}–{self.end_line}")
        )

    @property
    def with_next(self) -> str:
        """The lines, and the next one where their last sentence may go on there: in prose, or a further comment."""
        last, following = self.text.rpartition("\n")[2], self.behind.partition("\n")[0]
        said = _COMMENT_MARK.sub("", following)
        if SENTENCE_END.search(last) or not last.strip() or not _LOWER.match(said):
            return self.text
        marked = {_COMMENT_MARK.match(last) is not None, said != following}
        is_prose = language_row(language_of(self.path)).format in ("prose", "text")
        return f"{self.text}\n{following}" if marked == {not is_prose} else self.text

    def find(self, name: str) -> str:
        """Where a name occurs: `lines 3–9`, `the path` or `the enclosing definition`; empty when it does not.

        A qualified name is found when its last part is, in the lines or as the enclosing definition, and the parts
        before it are anywhere around, in whatever case.
        """
        if name in self.path or ("/" in name and self.path.endswith(name)):
            return "the path"
        if contains_name(self.text, name):
            return self.lines
        if (numbered := _NUMBERED.fullmatch(name)) and contains_name(
            _NUMBERED.sub(r"\1\2", self.text).lower(), f"{numbered[1]}{numbered[2]}".lower()
        ):
            return self.lines
        parts = parts_of(name)
        if len(parts) < 2:
            return self._find_around(name)
        if not all(self._is_about(part) for part in parts[:-1]):
            return ""
        return self.lines if contains_name(self.text, parts[-1]) else self._find_around(parts[-1])

    def _is_about(self, qualifier: str) -> bool:
        """Whether a qualifier is anywhere around, in whatever case: a `Session` is called `session` in use."""
        folded = qualifier.lower()
        if folded in _SELVES or self._find_around(qualifier):
            return True
        return contains_name(f"{self.text}\n{self.signature}\n{self.scope}\n{self.path}".lower(), folded)

    def _find_around(self, name: str) -> str:
        if contains_name(self.scope, name) or contains_name(self.signature, name):
            return "the enclosing definition"
        return "the path" if contains_name(self.path, name) else ""

    def defines(self, name: str) -> bool:
        """Whether the lines themselves define a name, as far as a keyword in front of it shows."""
        tail = re.escape(last_part(name))
        is_last_of_scope = last_part(self.scope) == last_part(name)
        return bool(
            re.search(rf"{_DEFINES}\b[^\n({{=]*?(?<![\w$]){tail}(?![\w$])", self.text)
            or (is_last_of_scope and contains_name(self.text, last_part(name)))
        )


def constants_in(text: str, lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The constants of a file that a text names: `TIMEOUT` with `30`, where the file has one `TIMEOUT = 30`."""
    named = frozenset(_CONSTANT.findall(text))
    found: dict[str, set[str | None]] = {}
    for line in lines if named else ():
        if any(name in line for name in named) and (given := _GIVEN.match(line)):
            found.setdefault(given["name"] or given["defined"], set()).add(given["value"])
    once = {name: next(iter(values)) for name, values in found.items() if name in named and len(values) == 1}
    return tuple((name, value) for name, value in sorted(once.items()) if value is not None)


def lines_behind(lines: Sequence[str], end_line: int) -> str:
    """The first of a document's lines behind the 1-based `end_line`."""
    return "\n".join(lines[end_line : end_line + _LOOKED_AT_BEHIND])


def passage_of(evidence: Evidence, signature: str = "", behind: str = "") -> Passage:
    """The passage of one evidence. `behind`: the next lines of its document, where they are known."""
    return Passage(
        text=with_reading(evidence["text"], evidence["path"]),
        start_line=evidence["start_line"],
        end_line=evidence["end_line"],
        path=evidence["path"],
        scope=evidence["qualified_name"] or evidence["name"],
        signature=signature,
        behind=behind,
    )


def with_reading(text: str, path: str) -> str:
    """Lines of a file; of a page also as they read: what is said about it is said in its words, and without tags."""
    language = language_of(path)
    return f"{text}\n{readable(text, language, path)}" if is_read(language) else text


def contains_name(text: str, name: str) -> bool:
    """Whether a name stands in a text as a whole word, case respected."""
    if not name:
        return False
    place = text.find(name)
    while place >= 0:
        before = text[place - 1 : place]
        after = text[place + len(name) : place + len(name) + 1]
        if not (_joins(name[0], before) or _joins(name[-1], after)):
            return True
        place = text.find(name, place + 1)
    return False


def _joins(edge: str, neighbour: str) -> bool:
    """Whether two characters belong to one word. CJK has no spaces, so there a name may stand inside a
    sentence; `$` before a name marks a variable in several languages."""
    both = edge + neighbour
    return len(both) == 2 and all(character.isalnum() or character == "_" for character in both) and not is_cjk(both)


def collapse(text: str) -> str:
    """White space to single blanks, comment markers at line starts gone: how a quotation is compared."""
    return " ".join(_COMMENT_MARK.sub("", text).split())


def without_comment_marks(text: str) -> str:
    """The lines of a comment without the markers at their starts, and without its end."""
    return _COMMENT_END.sub("", _COMMENT_MARK.sub("", text))


def holds_quote(text: str, quote: str) -> bool:
    """Whether a text holds a quotation verbatim, line breaks and comment markers aside."""
    return quote in text or collapse(quote) in collapse(text)


def is_document(passage: Passage) -> bool:
    """Whether lines are of a text that people read, and not of code or data."""
    return language_row(language_of(passage.path, passage.text)).format in ("prose", "text")


def without_fences(text: str) -> str:
    """The text of a document without its blocks of code between fences."""
    return _FENCED.sub("", text)


def cells_of(passage: Passage) -> Iterator[str]:
    """Cells of the tables of a document, where rows are written between bars; in code bars make no rows."""
    for line in without_fences(passage.text).split("\n") if is_document(passage) else ():
        row = line.strip()
        if row.startswith("|") and row.endswith("|"):
            yield from (cell.strip() for cell in BAR.split(row)[1:-1])


def terms_in(lines: Sequence[str]) -> set[int]:
    """Which lines are terms of a list of definitions: `Idle` right above an indented `Boats that wait.`"""
    found: set[int] = set()
    for at, (line, below) in enumerate(pairwise(lines)):
        above = lines[at - 1] if at else ""
        begins = not has_word(above) or indent_of(above) > indent_of(line)
        is_head = _TERM.fullmatch(line) is not None and len(line) <= _LONGEST_TERM
        if begins and is_head and below.strip() and indent_of(below) > indent_of(line):
            found.add(at)
    return found


def with_colons(lines: Sequence[str], terms: Container[int]) -> list[str]:
    """The lines, with a colon behind each of the `terms` of a list of definitions."""
    return [f"{line.rstrip()}:" if at in terms else line for at, line in enumerate(lines)]


def as_read(text: str) -> str:
    """The text with a colon behind each term of a list of definitions, and without the quotes between literals that
    are one text on several lines.
    """
    lines = text.split("\n")
    return _LITERALS.sub("\n", "\n".join(with_colons(lines, terms_in(lines))))


def blocks_of(text: str, *, is_code: bool) -> Iterator[str]:
    """Paragraphs, headings and items of a list, or comments apart from the code around them: a sentence needs no full
    stop to end with them.
    """
    opens, closes = (_COMMENT_LINE, _COMMENT_LINE) if is_code else (_OPENS, _CLOSES)
    block: list[str] = []
    was_apart = False
    for line in text.split("\n"):
        is_apart = opens.match(line) is not None and (is_code or not _goes_on(block, line))
        if not line.strip() or (is_apart != was_apart if is_code else is_apart or was_apart):
            yield "\n".join(block)
            block = []
        block.append(line)
        was_apart = closes.match(line) is not None
    yield "\n".join(block)


def _goes_on(block: Sequence[str], line: str) -> bool:
    """Whether a line that begins with a number may be the middle of a sentence and not an item of a list."""
    item = _ITEM.match(line)
    if item is None or not item["number"] or not block or not block[-1].strip():
        return False
    above = _ITEM.match(block[0])
    return not (SENTENCE_END.search(block[-1]) or (above is not None and above["indent"] == item["indent"]))
