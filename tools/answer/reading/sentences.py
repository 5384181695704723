"""Splits prose into sentences that know their lines. Headings, tables, code and markup are not sentences."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.parsers.markup.read_line import ReadLine
from citeline.indexing.parsers.markup.reading import is_read, read_shown
from citeline.patterns import re

from ...citations.passage import terms_in, with_colons
from ...question.moments import is_ordinal_day

_FENCE = re.compile(r"^\s*(```+|~~~+|:::+)")
_FENCED_CODE = re.compile(r"^\s*:::+\s*\{?[\w-]*(?:code|math|raw|table)[\w-]*\b")
"""A block of MyST between colons that holds no text; others, `:::note`, do."""
_UNDERLINE = re.compile(r"^\s*([=\-~^\"'#*+.`])\1{2,}\s*$")
_HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s|=+\s+\S.*$|\*+\s+\S.*\S\s+\*+$)")
_LIST_ITEM = re.compile(r"^\s*(?:>\s?)*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\))\s+(?:\[[ xX]\]\s+)?")
_QUOTE_MARK = re.compile(r"^\s*(?:>\s?)+")
_NOT_PROSE = re.compile(
    r"^\s*(?:\||\+[-=]|\.\. |\[[^\]]+\]:\s|:(?![\w:-]+:`)[\w-]+:(?!`)|\[?!\[|\{[%{]|\{:?\s*[.#\w][^{}]*\}\s*$"
    r"|@\w|\$ |>>> )"
    # Imports and exports of MDX; a sentence may begin with these words.
    r"|^\s*import\s(?:.*[\"';{]\s*$|[\w.]+\s*$)|^\s*export\s+(?:const|default|function|async|class|type|interface|let)\b"
    # What kind of note a quotation is: `> [!tip]`.
    r"|^\s*>\s*\[!\w+\]\s*$"
    # Tags; not those inside of a sentence.
    r"|^\s*<(?!https?:|(?:span|b|strong|em|i|code|kbd|abbr|mark|small|su[bp])[\s>])"
    # What `indexing.extraction.marks` puts between the lines of a document.
    r"|^\[(?:(?:page|slide|sheet|part) \d+|table(?: within)?|cells [A-Z]+\d+:[A-Z]+\d+|cut)(?::.*)?\]$"
)
_HTML = re.compile(
    r"^\s*</?(?:p|div|center|blockquote|[uod]l|li|d[dt]|details)(?:\s[^<>]*)?/?>"
    r"|^\s*<(?P<tag>(?-i:[A-Z])\w*)(?:\s[^<>]*)?>[^<>]*\s[^<>]*</(?P=tag)>\s*$",  # a component of MDX around text
    re.IGNORECASE,
)
_BARE_TAG = re.compile(r"</?\w+(?:\s[^<>]*)?/?>")
_PICTURE = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
_BESIDE_TEXT = re.compile(r"<img\b[^<>]*>|<a\b[^<>]*>(?:(?!</?a\b).)*</a\s*>|<[^<>]*>|&\w+;", re.IGNORECASE)
"""Pictures, links and tags: a line with nothing else is a row of badges, or a menu."""
_UNENDED = re.compile(r"[^\s>.!?:;。！？]\s*$")
_DELIMITER = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$")
"""The row of dashes below the header of a table of Markdown; the bars at both ends may be missing."""
_NOTE = re.compile(r"\s*(?:(?:!!!|\?\?\?\+?)\s+\S|===[!+]?\s+\")")
"""The head of a note or of a tab of Markdown, whose body is indented: `!!! warning`, `=== "Docker"`."""
_RULES = re.compile(r"\s*=+(?:\s+=+)+\s*$")
"""Above, in and below a simple table of reStructuredText."""
_OPTION_ROW = re.compile(r"\s*--?[\w?][\w-]*(?:, *--?\w[\w-]*)*(?:[ =]\S+)?(?: {2,}|\t+)\S")
"""An option in a column, with what it does in the next one."""
_COLUMN = 4
"""Columns that the next line of a row stands behind its first one."""
_MIN_WORDS = 3
_DEEPER = 4
"""Columns that text stands behind what it belongs to in Markdown; four more, and it is an example."""
_INDENTED = re.compile(r"^(?: {4,}|\t)\S")
_DIRECTIVE = re.compile(r"\s*\.\. ([\w:-]+)::")
_DIRECTED = re.compile(r"\s*\.\. [\w:-]+::\s+(?=\S)")
"""Before the text of a note that begins in its line: `.. note:: Keys rotate.`"""
_NO_TEXT = re.compile(
    r"(?:.*-)?(?:code|math|table|block|include|image|figure|toctree|raw|graph\w*|parsed-literal|doctest|testcode)$"
)
"""Directives whose body is no text."""
_WORD = re.compile(r"[^\W\d_]{2,}[,.:;]?")
_MOSTLY = 0.7
"""Share of the words of a line that are plain ones, from which on it reads as prose."""
_END = re.compile(r"[.!?]+[\"'”’)\]*_`]*(?=\s|$)|[。！？]+[”’」』）)]*|…+[\"”’」』）)]*(?=\s+[^\Wa-z]|\s*$)|；")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|ca|no|fig|sec|eq|mr|mrs|ms|dr|prof|st|inc|ltd|al|v)|\(see|\b[A-Z])\.$",
    re.IGNORECASE,
)
_NEXT = re.compile(r"\s*(\S?)")
_ANSWERS = re.compile(r"[^\S\n]*(?:[→⇒➜➔➡⟶–—]|[-=]>)")
"""Behind a question that its own line answers; no sentence begins with an arrow or a dash."""
_LONGEST = 10
"""Characters of an abbreviation and its stop, with some to spare: a look at all that stands before takes too long."""
_CODE_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as written."""

    text: str
    """White space collapsed."""
    raw: str
    """Exactly as in the source, line breaks included."""
    start_line: int
    end_line: int


@lru_cache(maxsize=2048)
def sentences_of(text: str, start_line: int, language: str, path: str) -> tuple[Sentence, ...]:
    """Those of a chunk; of a page of HTML or roff as it reads, without markup. Kept for the next question."""
    if is_read(language):
        return tuple(sentences_of_page(read_shown(text, language, path), start_line))
    return tuple(split_sentences(text, start_line, language))


def split_sentences(text: str, start_line: int = 1, language: str = "") -> list[Sentence]:
    """The sentences of a text whose first line has the number `start_line`, in order."""
    lines = text.split("\n")
    found: list[Sentence] = []
    rows, heads = rows_in(lines)
    examples = _EXAMPLES.get(language, _examples)(lines) | heads
    in_rows = {at for first, last in rows.items() for at in range(first, last + 1)}
    terms = terms_in(lines) - examples - in_rows if language == "rst" else set()
    lines = with_colons(lines, terms)
    for first, last, offset in _paragraphs(lines, examples, rows, terms, at_top=start_line == 1):
        if first in rows:
            raw = "\n".join(lines[first : last + 1]).strip()
            found.append(Sentence(" ".join(raw.split()), raw, start_line + first, start_line + last))
        elif _HTML.match(lines[first]):
            found += sentences_of_page(_shown(lines[first : last + 1]), start_line + first)
        else:
            found += _split("\n".join(lines[first : last + 1]), offset, start_line + first)
    return found


def _shown(lines: Sequence[str]) -> list[ReadLine]:
    """HTML among Markdown as it reads, without pictures, and without lines that say nothing but links, which go on with
    no sentence.
    """
    is_told = [len(_BESIDE_TEXT.sub(" ", line).split()) >= _MIN_WORDS for line in lines]
    for at, (before, line) in enumerate(pairwise(lines), start=1):
        goes_on = is_told[at - 1] and _UNENDED.search(before) is not None
        is_told[at] = is_told[at] or (goes_on and bool(_BARE_TAG.sub("", line).strip()))
    read = read_shown("\n".join(_PICTURE.sub("", line) for line in lines), "html", "")
    return [one if told else ReadLine() for one, told in zip(read, is_told, strict=True)]


def sentences_of_page(lines: Sequence[ReadLine], start_line: int = 1) -> list[Sentence]:
    """The sentences of lines of a page as they read, without tags; `raw` is that too, and no part of the source."""
    found: list[Sentence] = []
    for first, last in _runs(lines):
        text = "\n".join(line.text for line in lines[first : last + 1])
        marker = _LIST_ITEM.match(text)
        found += _split(text, marker.end() if marker else 0, start_line + first)
    return found


def _runs(lines: Sequence[ReadLine]) -> Iterator[tuple[int, int]]:
    """First and last line of each block of prose, 0-based."""
    first = last = -1
    for number, line in enumerate(lines):
        goes_on = first >= 0 and line.kind == "prose" and not line.begins
        if not line.text or goes_on:
            last = number if line.text else last
            continue
        if first >= 0:
            yield first, last
        first = last = number if line.kind == "prose" else -1
    if first >= 0:
        yield first, last


def _examples(lines: Sequence[str]) -> set[int]:
    """Lines that are indented and no items of a list."""
    return {place for place, line in enumerate(lines) if _INDENTED.match(line) and not _LIST_ITEM.match(line)}


def _examples_of_rst(lines: Sequence[str]) -> set[int]:
    """Lines below `::` and below directives for code; the body of other directives, lists and terms is text."""
    found: set[int] = set()
    around: list[tuple[int, bool]] = []
    for place, line in enumerate(lines):
        if not (bare := line.strip()):
            continue
        indent = _indent(line)
        while around and around[-1][0] >= indent:
            around.pop()
        directive = _DIRECTIVE.match(line)
        # A passage may begin inside of something: then a line is what it looks like.
        is_text = around[-1][1] if around else indent == 0 or directive is not None or _reads_as_prose(bare)
        if not is_text:
            found.add(place)
        opens_code = bare.endswith("::") if directive is None else _NO_TEXT.match(directive[1]) is not None
        around.append((indent, is_text and not opens_code))
    return found


def _examples_of_markdown(lines: Sequence[str]) -> set[int]:
    """Lines that are indented by four more than what they stand in: the text of an item, a note or a tab is text."""
    found: set[int] = set()
    around: list[tuple[int, int]] = []
    fenced = 0
    for place, line in enumerate(lines):
        if place < fenced or not line.strip():
            continue
        if (fence := _FENCE.match(line)) and not fence[1].startswith(":"):
            fenced = _fence_end(lines, place, fence[1])
            continue
        indent = _indent(line)
        while around and around[-1][0] >= indent:
            around.pop()
        # A passage may begin inside of something: then a line is what it looks like.
        is_example = indent >= (around[-1][1] if around else 0) + _DEEPER and (
            bool(around) or not _reads_as_prose(line)
        )
        if marker := _LIST_ITEM.match(line):
            around.append((indent, len(marker[0].expandtabs())))
        elif is_example:
            found.add(place)
        elif _NOTE.match(line):
            around.append((indent, indent + _DEEPER))
    return found


_EXAMPLES: Final = {"rst": _examples_of_rst, "markdown": _examples_of_markdown}


def _indent(line: str) -> int:
    return len(line.expandtabs()) - len(line.expandtabs().lstrip())


def _reads_as_prose(line: str) -> bool:
    words = line.split()
    return sum(_WORD.fullmatch(word) is not None for word in words) >= max(_MIN_WORDS, _MOSTLY * len(words))


def rows_in(lines: Sequence[str]) -> tuple[dict[int, int], set[int]]:
    """First and last line of each row of two columns: an option with what it does, a row between rules of `=`; and the
    lines of the heads of such tables.
    """
    found: dict[int, int] = {}
    heads: set[int] = set()
    place = 0
    while place < len(lines):
        end = next((at for at in range(place, len(lines)) if not lines[at].strip()), len(lines))
        rules = [at for at in range(place, end) if _RULES.match(lines[at])]
        is_headed = len(rules) > 1 and rules[0] == place and rules[1] < end - 1
        heads.update(range(rules[0], rules[1]) if is_headed else ())
        in_table = range(rules[1] if is_headed else place, end) if rules else range(0)
        row = -1
        for at in range(place, end):
            if _OPTION_ROW.match(lines[at]) or (at in in_table and at not in rules and not _is_below(lines, at, row)):
                found[at] = row = at
            elif row >= 0 and at not in rules and _is_below(lines, at, row):
                found[row] = at
            else:
                if row >= 0 and at not in rules:  # text that goes on below is in no column
                    found.pop(row)
                row = -1
        place = end + 1
    return found, heads


def _is_below(lines: Sequence[str], at: int, row: int) -> bool:
    """Whether a line goes on with a row that begins above."""
    return row >= 0 and _indent(lines[at]) >= _indent(lines[row]) + _COLUMN


def _paragraphs(
    lines: Sequence[str], examples: Collection[int], rows: Mapping[int, int], terms: Collection[int], *, at_top: bool
) -> Iterator[tuple[int, int, int]]:
    """(first line, last line, characters of list or quote marker to skip) of every run of prose, 0-based."""
    place = front_matter_end(lines) if at_top else 0
    while place < len(lines):
        line = lines[place]
        fence = _FENCE.match(line)
        if place in rows:
            yield place, rows[place], 0
            place = rows[place] + 1
        elif _is_title(lines, place):
            place += 2
        elif (end := _table_end(lines, place)) > place:
            place = end
        elif fence and fence[1].startswith(":") and not _FENCED_CODE.match(line):
            place += 1  # `:::note`: what stands below is text
        elif fence:
            place = _fence_end(lines, place, fence[1])
        elif _HTML.match(line):
            last = _html_end(lines, place)
            yield place, last, 0
            place = last + 1
        elif (note := _DIRECTED.match(line)) and _reads_as_prose(line[note.end() :]):
            last = _paragraph_end(lines, place, {*rows, *terms})
            yield place, last, note.end()
            place = last + 1
        elif not line.strip(" \t>") or _skipped(lines, place):
            place += 1
        else:
            last = _paragraph_end(lines, place, {*rows, *terms})
            if place not in examples:
                marker = _LIST_ITEM.match(line) or _QUOTE_MARK.match(line)
                yield place, last, marker.end() if marker else 0
            place = last + 1


def _table_end(lines: Sequence[str], place: int) -> int:
    """Behind a table whose header stands here, or whose row of dashes does; else `place`."""
    dashes = next((at for at in (place, place + 1) if at < len(lines) and _DELIMITER.match(lines[at])), None)
    if dashes is None or "|" not in lines[place]:
        return place
    return next((at for at in range(dashes, len(lines)) if "|" not in lines[at]), len(lines))


def front_matter_end(lines: Sequence[str]) -> int:
    """How many lines of front matter a file begins with."""
    if lines and lines[0].strip() == "---":
        for number, line in enumerate(lines[1:], start=1):
            if line.strip() in ("---", "..."):
                return number + 1
    return 0


def _fence_end(lines: Sequence[str], place: int, mark: str) -> int:
    for number in range(place + 1, len(lines)):
        if lines[number].strip().startswith(mark):
            return number + 1
    return len(lines)


def _skipped(lines: Sequence[str], place: int) -> bool:
    line = lines[place]
    is_markup = any(pattern.match(line) for pattern in (_HEADING, _UNDERLINE, _NOT_PROSE, _NOTE))
    return is_markup or _is_title(lines, place)


def _is_title(lines: Sequence[str], place: int) -> bool:
    """Whether the next line underlines this one. `~~~` may also open a block of code; then it is short."""
    found = _UNDERLINE.match(lines[place + 1]) if place + 1 < len(lines) else None
    if found is None or not lines[place].strip() or _LIST_ITEM.match(lines[place]):
        return False
    return found[1] in "=-" or len(lines[place + 1].strip()) >= len(lines[place].strip())


def _paragraph_end(lines: Sequence[str], first: int, begun: Collection[int]) -> int:
    """The last line of the paragraph of one; rows and terms of a list, which are `begun`, are others."""
    last = first
    for number in range(first + 1, len(lines)):
        line = lines[number]
        if (
            not line.strip(" \t>")
            or number in begun
            or _FENCE.match(line)
            or _LIST_ITEM.match(line)
            or _skipped(lines, number)
        ):
            break
        last = number
    return last


def _html_end(lines: Sequence[str], first: int) -> int:
    """A block of HTML in a page of another format ends at an empty line, or where that format begins."""
    last = first
    for number in range(first + 1, len(lines)):
        line = lines[number]
        if not line.strip() or (not line.lstrip().startswith("<") and _skipped(lines, number)):
            break
        last = number
    return last


def _split(text: str, offset: int, first_line: int) -> Iterator[Sentence]:
    code = [(span.start(), span.end()) for span in _CODE_SPAN.finditer(text)]
    begin = offset
    for end in [*sentence_ends(text, offset, code), len(text)]:
        raw = text[begin:end]
        lead = len(raw) - len(raw.lstrip())
        raw = raw.strip()
        if any(character.isalnum() for character in _BARE_TAG.sub("", raw)):
            start = first_line + text.count("\n", 0, begin + lead)
            first, *others = raw.split("\n")
            if not text[: begin + lead].rpartition("\n")[2].strip():  # `a > b` is no quotation
                first = _QUOTE_MARK.sub("", first)
            said = " ".join((first, *(_QUOTE_MARK.sub("", line) for line in others)))
            yield Sentence(" ".join(said.split()), raw, start, start + raw.count("\n"))
        begin = end


def sentence_ends(text: str, offset: int, code: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Where the sentences of prose end from `offset` on, but for the last one; none within the spans of `code`."""
    for found in _END.finditer(text, offset):
        at = bisect_right(code, found.start(), key=lambda span: span[0]) - 1
        if at >= 0 and code[at][0] < found.start() < code[at][1] - 1:
            continue
        if _ANSWERS.match(text, found.end()):
            continue
        if found[0].startswith("."):
            after = _NEXT.match(text, found.end())
            # A sentence begins with a capital, a digit, a mark or a script without case.
            if (after and after[1].islower()) or _ABBREVIATION.search(
                text[max(offset, found.start() - _LONGEST) : found.start() + 1]
            ):
                continue
            if text[found.start() - 1 : found.start()].isdigit() and is_ordinal_day(text, found.end()):
                continue
        yield found.end()
