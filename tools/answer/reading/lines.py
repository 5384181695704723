"""The lines of a passage as the ranker of claims reads them: their words, and what kind of line each is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from citeline.data_files import shipped_table
from citeline.dataclass import dataclass
from citeline.indexing.parsers.markup.reading import is_read, shown_lines
from citeline.indexing.parsers.markup.reading import read_lines as read_page
from citeline.model import StoredChunk
from citeline.patterns import re
from citeline.text import has_digit, terms, unique, word_runs

from .says_nothing import prints_help, repeats_name

_NUMBER: Final = re.compile(r"(?<![\w.])\d[\d_,.]*(?:[a-z]{1,2}\b)?(?!\w)")
"""It looks back at every letter, so lines without a digit are told apart before."""
_NO_VALUES: Final = frozenset(("0", "1"))
_DAY: Final = re.compile(r"(?<!\d)(?:(?:19|20)\d\d([-/.])\d\d?\1\d\d?|\d\d?([/.])\d\d?\2(?:19|20)\d\d)(?!\d)")
_RAISES: Final = re.compile(r"\b(?:raise|throws?|panic|abort|bail|Err|errors?\.New|fmt\.Errorf|return err)\b")
_RAISING: Final = frozenset(("raise", "throw", "throws", "panic", "abort", "bail", "err", "errors", "fmt", "return"))
"""In a line that holds none of these words there is no need to look for what raises."""
_COMMENT: Final = re.compile(r"\s*(?:#(?!\[|!\[|include|define|if|endif)|//|/\*|\*(?!\*)|--(?!-)|;;|%|<!--|\"\"\"|''')")
_IMPORT: Final = re.compile(
    r"\s*(?:(?:from\s+\S+\s+)?import\b|#\s*include\b|require(?:_relative)?\b|(?:pub\s+)?use\s.*;\s*$|using\s.*;\s*$|package\s)"
    r"|\s*(?:const|let|var)\s.*\brequire\(|\s*export\s.*\bfrom\b"
)
_IMPORT_LIST: Final = re.compile(
    r"\s*(?:(?:from\s+\S+\s+)?import(?:\s+type)?(?:\s+\w+\s*,)?|export(?:\s+type)?|(?:pub(?:\(\w+\))?\s+)?use\s+[\w:]+::)"
    r"\s*(?P<bracket>[({])\s*(?:#.*|//.*)?"
)
"""The head of an import of several names, a line each."""
_IMPORTED: Final = re.compile(r"\s*(?:(?:[\w.]+\s+)?[\"'`][^\"'`]*[\"'`]|[\w.*:{}\s,]+)?[,;]?\s*(?:#.*|//.*)?")
"""A path, with its name, or names."""
_CLOSES: Final[Mapping[str, str]] = {"(": ")", "{": "}"}
_MUTE: Final = re.compile(
    r"\s*(?:/\*\*|\*|//[/!]|---|#)\s*[@\\](?:(?:see|author)\b.*|(?!deprecated)\w+(?:\s+\S+){0,2}\s*(?:\*/)?)"
    r"|\s*(?:[-*+•]|\d{1,3}[.)])\s+\[[^\]]*\]\(#[^)\s]*\)\s*"
)
"""A tag of a documentation comment that says nothing in words, `@since 1.2`, `@return {Object}`; an entry of a table of
contents.
"""
OUT_OF_USE: Final = re.compile(r"\s*//(?!/).*[()=\[{].*[;{}]\s*|\s*//\s*[{}]+;?\s*")
"""Code that a comment takes out of use: `// if (done) return reply(null);`."""
_LINK_TARGET: Final = re.compile(r"\s{0,3}\[[^\]^]+\]:\s*<?(?:\w+:|[./#]|\S+/)\S*")
_HEADING: Final = re.compile(r"\s{0,3}(?:#{1,6}\s|=+\s+[^\s\"])")
"""Of AsciiDoc with `=`; `=== "Docker"` begins a tab of Markdown."""
_RULE: Final = re.compile(r"\s*([=\-~^\"'*+.])\1{2,}\s*$")
_ITEM: Final = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\))\s+\S")
_FENCE: Final = re.compile(r"\s*(?:```+|~~~+)")
_ROW: Final = re.compile(r"\s*\|.*\||[^\t]+\t[^\t]+\t")


_LONGEST_WORD: Final = 40
_ONLY_MARKUP: Final = re.compile(
    # Rows of a table, whose cells are told with the names of their columns; the frame of a table or of a note;
    # directives of reStructuredText; pictures; a tag of a template.
    r"\|.*\||\+[-=][-=+]*|:{3,}.*|(?:!{3}|\?{3}).*|={3}[!+]? \".*|\.\. [\w-]+::.*"
    r"|(?:\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?\s*)+"
    r"|\{[%{<](?:(?![%}>]\}).)*[%}>]\}"
    # What says only how a directive of reStructuredText looks.
    r"|:(?:widths|width|height|scale|align|alt|class|header-rows|stub-columns|maxdepth|hidden|glob|linenos|caption):(?!`).*"
)
_TAG: Final = re.compile(
    r"</?(?:table|t(?:head|body|foot|[rdh])|caption|img|picture|source|p|div|center|details|summary|h[1-6]|[uod]l|li|d[dt]"
    r"|a|b|i|br|hr|em|strong|span|sup|sub)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_HEADS: Final = re.compile(r"(?:#{1,6}|=+)\s+")
_UNSPACED: Final = frozenset(("zh", "ja", "marks"))


class _Cues:
    """Words that give a reason, a condition, an order or another flag of a line, in every language.

    A line is split into words once and its words are looked up: a pattern of all of them tries each at every letter.
    """

    def __init__(self, tables: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        """`tables`: cue to language to its words; those of Chinese and Japanese, and marks, are looked for anywhere."""
        self._words: dict[str, set[str]] = {}
        self._phrases: dict[str, list[tuple[str, re.Pattern[str], str]]] = {}
        self._unspaced: list[tuple[str, str]] = []
        for cue, languages in tables.items():
            for language, found in languages.items():
                for word in found:
                    self._add(cue, word, spaced=language not in _UNSPACED)

    def _add(self, cue: str, word: str, *, spaced: bool) -> None:
        if not spaced:
            self._unspaced.append((word, cue))
        elif (first := word_runs(word)[0]) == word:
            self._words.setdefault(word, set()).add(cue)
        else:
            found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
            self._phrases.setdefault(first, []).append((word, found, cue))

    def given_by(self, text: str, held: Set[str]) -> frozenset[str]:
        """The cues that a text gives, in lower case; `held` are its words."""
        given = {cue for word in self._words.keys() & held for cue in self._words[word]}
        for word in self._phrases.keys() & held:
            given.update(cue for phrase, found, cue in self._phrases[word] if phrase in text and found.search(text))
        if not text.isascii():
            given.update(cue for word, cue in self._unspaced if word in text)
        return frozenset(given)


@cache
def _cues() -> _Cues:
    return _Cues(shipped_table("citeline.tools.answer.reading", "cues.toml"))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a passage."""

    terms: frozenset[str]
    tokens: int
    indent: int
    blank: bool
    """Empty, or all that it says is where a link of another line leads."""
    comment: bool
    mute: bool
    """It says nothing of its own, as an import, code out of use or an entry of a table of contents does."""
    names: bool
    """It says its name twice, and nothing else."""
    helps: bool
    """All that it says is that an option prints the help."""
    heading: bool
    """A heading of Markdown or AsciiDoc, or the rule under one of reStructuredText."""
    item: bool
    fence: bool
    row: bool
    number: bool
    day: bool
    """It names a day, or a month with a number."""
    raises: bool
    cues: frozenset[str]


@lru_cache(maxsize=4096)
def read_lines(text: str) -> tuple[Line, ...]:
    """The lines of a text; what stands in the brackets of an import is imported too."""
    texts = text.split("\n")
    found = [*map(read_line, texts)]
    for at in range(len(texts)):
        if head := _IMPORT_LIST.fullmatch(texts[at]):
            close = _CLOSES[head["bracket"]]
            end = next((below for below in range(at + 1, len(texts)) if texts[below].lstrip().startswith(close)), at)
            if all(map(_IMPORTED.fullmatch, texts[at + 1 : end])):
                found[at : end + 1] = [replace(one, mute=True) for one in found[at : end + 1]]
    return tuple(found)


@lru_cache(maxsize=2048)
def as_read(text: str, language: str, path: str) -> str:
    """A text line by line as it reads: that of a page of HTML or roff is in its words, without its markup."""
    return "\n".join(shown_lines(text, language, path)) if is_read(language) else text


def shortened(text: str, most: int) -> str:
    """A text of one line; a longer one is cut between two words, and the mark at its end stands for the rest.

    Chinese and Japanese put no blanks between words: where none is near the end, it is cut there.
    """
    if len(text) <= most:
        return text
    blank = text.rfind(" ", most - _LONGEST_WORD, most)
    return f"{text[: blank if blank > 0 else most]} …"


def lines_of(chunk: StoredChunk) -> tuple[Line, ...]:
    """The lines of a chunk, the first one at `chunk.start_line`; kept for the next question."""
    return lines_of_text(chunk.text, chunk.language, chunk.path)


@lru_cache(maxsize=2048)
def lines_of_text(text: str, language: str, path: str) -> tuple[Line, ...]:
    """The lines of a part of a file. One of a page that says nothing, inside of a paragraph, ends nothing."""
    lines = read_lines(as_read(text, language, path))
    if not is_read(language):
        return lines
    inside, found = False, list[Line]()
    for line, read in zip(reversed(lines), reversed(read_page(text, language, path)), strict=True):
        found.append(replace(line, blank=False) if line.blank and inside else line)
        inside = not read.begins if read.text else inside
    return tuple(reversed(found))


def says_number(text: str, *, code: bool) -> bool:
    """Whether a sentence has a number that may be a value; `code` compares with 0 and 1 whatever it is about."""
    return any(not (code and found[0] in _NO_VALUES) for found in _NUMBER.finditer(text))


@lru_cache(maxsize=8192)
def read_line(text: str) -> Line:
    """One line, or a sentence, by itself."""
    found = terms(text)
    bare = text.lstrip()
    lower = text.lower()
    held = set(word_runs(lower))
    cues = _cues().given_by(lower, held)
    has_digits = has_digit(text)
    heading = _HEADING.match(text) is not None or _RULE.match(text) is not None
    return Line(
        terms=frozenset(found),
        tokens=len(found),
        indent=len(text) - len(bare),
        blank=not bare or (bare[0] == "[" and _LINK_TARGET.match(text) is not None),
        comment=_COMMENT.match(text) is not None,
        mute=any(one is not None for one in (_MUTE.fullmatch(text), _IMPORT.match(text), OUT_OF_USE.fullmatch(text))),
        names=repeats_name(text),
        helps=not heading and prints_help(text, held),
        heading=heading,
        item=_ITEM.match(text) is not None,
        fence=_FENCE.match(text) is not None,
        row=_ROW.match(text) is not None,
        number=has_digits and _NUMBER.search(text) is not None,
        day=has_digits and ("month" in cues or _DAY.search(text) is not None),
        raises=not held.isdisjoint(_RAISING) and _RAISES.search(text) is not None,
        cues=cues,
    )


def lines_told(text: str) -> list[str]:
    """The lines of a text that say something, in order, each once; headings only where nothing else does: they say of
    what the others speak.
    """
    told = list(_told(text))
    others = [line for line, is_heading in told if not is_heading]
    return unique(others or [_HEADS.sub("", line, count=1) for line, _ in told])


def _told(text: str) -> Iterator[tuple[str, bool]]:
    """Each line with whether it is a heading."""
    for line in text.split("\n"):
        bare = " ".join(line.split())
        read = read_line(line)
        if read.blank or read.fence or _ONLY_MARKUP.fullmatch(bare):
            continue
        if bare.startswith("<"):  # a tag inside of a line may be what it is about
            bare = " ".join(_TAG.sub(" ", bare).split())
        if any(map(str.isalnum, bare)):
            yield bare, read.heading
