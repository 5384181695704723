"""Reads places in documents that have pages: `page 9`, `slide 4`, `sheet Costs, B2:C9`, `cell 3`, `#Costs!B2:C9`; and
the anchors of HTML, `#install`.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias
from urllib.parse import unquote

from citeline.dataclass import dataclass
from citeline.pages import PAGED_SUFFIXES, Cells, page_word

PlaceWord: TypeAlias = Literal["page", "slide", "sheet", "cell", "anchor"]

_WORDS: Final[dict[str, PlaceWord]] = {"page": "page", "slide": "slide", "sheet": "sheet", "cell": "cell"}
_ENDINGS: Final = "|".join(ending.removeprefix(".") for ending in PAGED_SUFFIXES)
WORD: Final = r"\w\u0300-\u036f\u0900-\u0dff\u0e00-\u0eff"
"""Inside of a class of a regular expression: what names are made of in any script, with its signs for vowels."""
PAGED_PATH: Final = re.compile(
    rf"(?<![{WORD}/\\.@:%+~#-])((?:[A-Za-z]:[\\/]|\.{{0,2}}[\\/])?(?:[{WORD}.@+~%-]+[\\/])*[{WORD}.@+~%-]*[{WORD}]\."
    rf"(?:{_ENDINGS}))(?![A-Za-z0-9_/\\])",
    re.IGNORECASE,
)
"""A document with pages in running text. It may begin with the word before, as in Chinese no blank ends that."""
UNSPACED: Final = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
)
"""Inside of a class of a regular expression: letters of scripts that have no blanks between words."""
_LATIN_TAIL: Final = re.compile(rf"(?<=[{UNSPACED}])(?:\.{{1,2}}[\\/]|[A-Za-z_])[A-Za-z0-9_.@+~%/\\-]*$")
"""Behind such letters."""
_HAS_PAGES: Final = re.compile(rf"\.(?:{_ENDINGS})$", re.IGNORECASE)

_DASH: Final = r"[-‐‑‒–—−~至到]"
_SPAN: Final = rf"\d{{1,9}}(?:\s?{_DASH}\s?\d{{1,9}})?"
_SPANS: Final = rf"{_SPAN}(?:\s?(?:,|、|and\b|&|和)\s?{_SPAN}(?![\w:/%-]|[.,]\d))*"
_END: Final = r"(?![\w%]|[.,]\d)"
_CELL_ID: Final = r"[A-Za-z0-9_-]{1,64}"
_NUMBERED: Final = {
    "page": rf"(?:(?:pages|slides|pp\.?)\s?({_SPANS}){_END}|(?:page|slide|pg?\.)\s?({_SPAN}){_END}"
    rf"|第\s?({_SPAN})\s?页)",
    "slide": rf"(?:(?:slides|pages)\s?({_SPANS}){_END}|(?:slide|page|p\.)\s?({_SPAN}){_END}|第\s?({_SPAN})\s?[页张])",
    "cell": rf"(?:cells\s?({_SPANS}){_END}|cell\s?({_SPAN}){_END}|第\s?({_SPAN})\s?个?单元格?"
    rf"|cell\s`?(?P<id>{_CELL_ID})`?(?!\w))",
}
_AREA: Final = r"\$?[A-Za-z]{1,3}\$?\d{1,7}(?:\s?[:–-]\s?\$?[A-Za-z]{1,3}\$?\d{1,7})?(?!\w)"
_TWO_CORNERS: Final = r"\$?[A-Za-z]{1,3}\$?\d{1,7}:\$?[A-Za-z]{1,3}\$?\d{1,7}(?!\w)"
_CELLS: Final = rf"(?:\s?[,!:]?\s?(?:(?:cells?|range)\s)?`?(?P<cells>{_AREA})`?)?"
_NAME: Final = (
    r"""(?:"(?P<double>[^"\n]{1,60})"|'(?P<single>(?:[^'\n]|''){1,60})'|“(?P<curly>[^”\n]{1,60})”|`(?P<code>[^`\n]{1,60})`"""
    # With cells behind it, a name may have blanks; else only its first word is sure to belong to it.
    rf"|(?P<long>[^\s,!:;()（）`\"'](?:(?![.?。]\s)[^,!:;()（）`\n]){{0,59}}?)(?=\s?[,!]\s?(?:(?:cells?|range)\s)?`?{_AREA})"
    r"|(?P<short>[^\s,!:;()（）`]*[^\s,!:;()（）`.?。，；、]))"
)
_SHEET: Final = rf"(?:(?:work)?sheet(?:\s|(?=[\"'`“]))|工作表\s?){_NAME}{_CELLS}"
_BARE_CELLS: Final = rf"(?:(?:(?:cells?|range)\s`?(?P<cells>{_AREA})`?)|`?(?P<corners>{_TWO_CORNERS})`?)"

# `index.html#/users` is the address of a view, `page.html#L3` a line, and `#:~:text=` words.
_IN_ANCHOR: Final = r"[^\s#<>\"'`()\[\]{}（）,;，；、。！？：…“”‘’«»「」『』《》〈〉【】〔〕〖〗［］｛｝]"
_ANCHOR: Final = rf"(?!/|!|:~:|L\d+(?!\w))(?P<anchor>{_IN_ANCHOR}{{1,200}}(?<![.:?!]))"

_LEAD: Final = r"(?:\s?[,;:，：]\s?|\s)?(?:[(（\[]\s?)?(?:(?:on|at|in|see)\s)?(?:the\s)?"
_TAILS: Final = {
    **{word: (re.compile(rf"{_LEAD}(?P<place>{form})", re.IGNORECASE),) for word, form in _NUMBERED.items()},
    "sheet": (
        re.compile(rf"{_LEAD}(?P<place>{_SHEET})", re.IGNORECASE),
        re.compile(rf"{_LEAD}(?P<place>{_BARE_CELLS})", re.IGNORECASE),
    ),
    "anchor": (re.compile(rf"{_LEAD}(?P<place>#{_ANCHOR})", re.IGNORECASE),),
}
_HEADS: Final = {
    **{
        word: re.compile(rf"(?<!\w)(?P<place>{form})\s(?:of|in|from)\s(?:the\s)?`?$", re.IGNORECASE)
        for word, form in _NUMBERED.items()
    },
    "sheet": re.compile(rf"(?<!\w)(?P<place>{_SHEET})\s(?:of|in|from)\s(?:the\s)?`?$", re.IGNORECASE),
    "anchor": re.compile(rf"(?<![\w#])(?P<place>#{_ANCHOR})\s(?:of|in|from)\s(?:the\s)?`?$", re.IGNORECASE),
}
_LONGEST: Final = 200
"""Characters in front of a path in which its place may stand."""
_FRAGMENT: Final = re.compile(rf"(?:page|slide|cell)=?({_SPAN})(?:[&,].*)?$", re.IGNORECASE)
_CELL_FRAGMENT: Final = re.compile(rf"cell-id=({_CELL_ID})$")
"""As Jupyter writes the address of a cell."""
_SHEET_FRAGMENT: Final = re.compile(rf"(?:'((?:[^']|'')+)'|(.+))!({_AREA})$")
_ANCHOR_FRAGMENT: Final = re.compile(_ANCHOR)
_CORNERS: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?")


@dataclass(frozen=True, slots=True)
class WrittenPlace:
    """A place as it is written beside the path of a document."""

    word: PlaceWord
    written: str
    """What is replaced when the place has moved: `page 9`, `sheet Costs, B2:C9`."""
    start: int
    """Where that stands in the text that was read."""
    spans: tuple[tuple[int, int], ...] = ()
    """First and last number of each range: `pages 3-4 and 9` has two; of a sheet empty, of an anchor the lines of what
    it names, once they are known.
    """
    name: str = ""
    """Of a sheet; empty when only its cells are written. Of an anchor all behind its `#`, of a cell its id."""
    more: str = ""
    """What follows a name without quotation marks, which may go on there."""
    cells: Cells | None = None
    sure: bool = True
    """False for a word behind `sheet` or `cell` and for a `#word` apart from its path: no place unless there is one."""
    line: int = 0
    """1-based, in the Markdown file, with `column`: where it is replaced."""
    column: int = 0

    @property
    def end(self) -> int:
        """Where what follows begins."""
        return self.start + len(self.written)


def path_begin(path: str) -> int:
    """How much of what was read as a path is taken to be the word before it: `见` of `见src/a.py`."""
    found = None if path.isascii() else _LATIN_TAIL.search(path)
    return found.start() if found else 0


def has_pages(path: str) -> bool:
    """Whether places are looked for beside the path."""
    return _HAS_PAGES.search(path) is not None


def place_behind(path: str, text: str, end: int) -> WrittenPlace | None:
    """The place that follows a path which ends at `end`: `, page 9`, ` (sheet Costs, B2:C9)`, ` 第9页`."""
    for form in _TAILS[page_word(path)] if has_pages(path) else ():
        if found := form.match(text, end):
            return _place(page_word(path), found, together=found.start("place") == end)
    return None


def place_before(path: str, text: str, begin: int) -> WrittenPlace | None:
    """The place that leads up to a path which begins at `begin`: `page 9 of `."""
    if not has_pages(path):
        return None
    first = max(0, begin - _LONGEST)
    found = _HEADS[page_word(path)].search(text[first:begin])
    return _place(page_word(path), found, first) if found else None


def place_in_link_text(path: str, text: str) -> WrittenPlace | None:
    """`[page 9](report.pdf)`: the place, when the text of a link is nothing else."""
    found = place_behind(path, text, 0)
    return found if found is not None and found.start == 0 and found.end == len(text) else None


def place_in_fragment(path: str, fragment: str, start: int) -> WrittenPlace | None:
    """`page=9` behind the `#` of a path, `Costs!B2:C9` of a spreadsheet; `start` is where the fragment stands."""
    word = page_word(path)
    if not has_pages(path) or word == "anchor":
        return None
    if word == "sheet":
        found = _SHEET_FRAGMENT.match(fragment)
        name = (found[1] or found[2]).replace("''", "'") if found else ""
        return WrittenPlace("sheet", fragment, start, name=name, cells=_corners(found[3])) if found else None
    if word == "cell" and (named := _CELL_FRAGMENT.match(fragment)):
        return WrittenPlace("cell", fragment, start, name=named[1])
    numbered = _FRAGMENT.match(fragment)
    return WrittenPlace(_WORDS[word], fragment, start, _spans(numbered[1])) if numbered else None


def anchor_in_fragment(path: str, fragment: str, start: int) -> WrittenPlace | None:
    """`install` behind the `#` of HTML. In a link that is the way to the page, and no citation of these lines."""
    found = _ANCHOR_FRAGMENT.match(fragment) if has_pages(path) and page_word(path) == "anchor" else None
    return WrittenPlace("anchor", found["anchor"], start, name=unquote(found["anchor"])) if found else None


def _place(word: str, found: re.Match[str], shift: int = 0, *, together: bool = False) -> WrittenPlace:
    """`together`: nothing stands between it and the path."""
    written, start = found["place"], found.start("place") + shift
    if word == "anchor":  # `(#123)` beside a page is an issue or a colour more often than a place
        name = found["anchor"]
        return WrittenPlace("anchor", written, start, name=unquote(name), sure=together and not name.isdecimal())
    if word == "cell" and (name := found["id"]):
        return WrittenPlace("cell", written, start, name=name, sure=any(map(str.isdecimal, name)))
    if word != "sheet":
        numbers = next(filter(None, found.groups()[1:]))
        return WrittenPlace(_WORDS[word], written, start, _spans(numbers))
    parts = found.groupdict()
    quoted = next(filter(None, (parts.get(key) for key in ("double", "single", "curly", "code", "long"))), "")
    short = parts.get("short") or ""
    more = found.string[found.end("short") :][:_LONGEST] if short else ""
    cells = parts.get("cells") or parts.get("corners")
    name = quoted.replace("''", "'") if parts.get("single") else quoted
    return WrittenPlace(
        "sheet",
        written,
        start,
        name=name or short,
        more=more,
        cells=_corners(cells) if cells else None,
        sure=not short or bool(cells) or not short[0].islower(),
    )


def _spans(text: str) -> tuple[tuple[int, int], ...]:
    found = [[int(number) for number in re.findall(r"\d+", span)] for span in re.findall(_SPAN, text)]
    return tuple((span[0], span[-1]) for span in found)


def _corners(text: str) -> Cells:
    """`B2` stands for `B2:B2`."""
    found = _CORNERS.findall("".join(text.replace("$", "").split()).upper().replace("–", ":").replace("-", ":"))
    left, top, right, bottom = found[0]
    return left, int(top), right or left, int(bottom or top)
