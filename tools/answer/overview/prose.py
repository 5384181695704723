"""What README, CONTRIBUTING and the pages beside them say about a project: purpose, features, sections, commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import basename, dirname
from typing import Final

from citeline.dataclass import dataclass
from citeline.markup import is_only_link, plain_prose, plain_text
from citeline.model import StoredDocument
from citeline.patterns import re
from citeline.text import has_digit, is_cjk

from ...retrieval.copies import behind_versions
from ..reading.says_nothing import repeats_name
from ..reading.sentences import Sentence, split_sentences
from .commands import aspects_of, commands_in, commands_said, order_of
from .model import Aspect
from .texts import Texts, begins_with, depth, stem_of
from .words import aspect_words, defining_words, greeting_words, pointing_at_start

_ITEM: Final = re.compile(r"^\s{0,3}(?:[-*+•]|\d{1,2}[.)])\s+(\S.*)")
_BOLD: Final = re.compile(r"^(?:\*\*|__)(.+?)(?:\*\*|__)")
_TRANSLATED: Final = re.compile(
    r"readme[._-](?!md|rst|txt|adoc|markdown)[a-z]{2}(?:[-_][a-z]{2,4})?(?:\.|$)", re.IGNORECASE
)
_NO_SENTENCE: Final = re.compile(r"https?://\S+$|[!-~]{80}|^[\w ]{3,30}: \w+ \d{1,2}, \d{4}$")
"""A label with its address or a day, and what was encoded."""
_NUMBERED: Final = re.compile(r"^\d+[\s_.-]*")
"""Pages that are put in order by what they are called: `020_installation.rst`."""
_BESIDE_MANIFEST: Final = 0.2
"""A first sentence that defines nothing comes after the description of a manifest."""
_MIN_WORDS: Final = 4
_MIN_CJK: Final = 8
_FIRST_SENTENCES: Final = 8
"""Of a README, among which the one that names the project is looked for."""
_MAX_PURPOSE: Final = 3
"""Sentences that say what a project is for, each later one with so much more rank: before what manifests say."""
_LATER: Final = 0.02
_TOP_LINES: Final = 150
"""Of a README, in which a list is one of features even without such a heading."""
_MIN_ITEMS: Final = 3
_MIN_ITEM_WORDS: Final = 3
_MAX_ITEMS: Final = 9
_MAX_ITEM: Final = 70
_MAX_SENTENCE: Final = 320
_MAX_FENCE: Final = 12
_MAX_HEADING_WORDS: Final = 9
_BY_LEAD: Final[frozenset[Aspect]] = frozenset({"test", "lint", "build", "release"})
"""Aspects of a block that the sentence above it tells, under whatever heading; parts of a product are installed too."""
_LEAD: Final = 3
"""Lines from the sentence that leads in to the first command."""
_MAX_COMMANDS: Final = 3
_MAX_STATEMENTS: Final = 8
"""Of a section; the later ones are shown only where they share words with the question."""
_BESIDE_BEST, _STRANGE_HEADING, _PER_WORD, _NO_COMMAND, _SENTENCE = 0.3, 0.35, 0.06, 0.3, 0.15
"""What a place loses: on another page than the best one for the aspect, under a heading about something else, by each
further word of the heading, as code that is no known command, as a sentence and no command."""
_OWN_PAGE: Final = 0.1
"""What a command loses under a heading about something else on a page that is called after the aspect."""
_MOST_OTHER_WORDS: Final = 3
_MAX_DOCUMENTS: Final = 24
_DOCUMENT_DEPTH: Final = 4
_BY_DOCUMENT: Final[frozenset[Aspect]] = frozenset(
    {"contribute", "report", "security", "design", "configure", "release"}
)
"""Aspects that a page which is called after them knows better than the README."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, a list or a block of commands of a page, with its lines."""

    aspect: Aspect
    kind: str
    """`sentence`, `list` or `command`."""
    title: str
    """Of the section that it stands in; empty above the first."""
    text: str
    document: StoredDocument
    start_line: int
    end_line: int
    rank: float
    """How far from the best kind of place it stands; lower is better."""


@dataclass(frozen=True, slots=True)
class _Section:
    title: str
    level: int
    start: int
    """First line below the heading, 1-based."""
    end: int
    statements: Sequence[Sentence]
    fences: Sequence[tuple[int, int, Sequence[str]]]
    """First and last line of the insides of its blocks of code, and the commands in them."""


@dataclass(frozen=True, slots=True)
class _Page:
    document: StoredDocument
    sections: Sequence[_Section]


def readme_of(texts: Texts) -> StoredDocument | None:
    """The README of the root, else of the folder with the most code; translations only where there is no other."""
    found = [one for one in texts.documents if stem_of(one.path).startswith("readme") and _is_page(one)]
    found = [one for one in found if depth(one.path) <= 1 and not texts.is_aside(one)]
    sizes: dict[str, int] = {}
    for document in texts.documents:
        if document.format == "code" and "/" in document.path:
            top = document.path.split("/", 1)[0]
            sizes[top] = sizes.get(top, 0) + document.line_count
    return min(
        found,
        key=lambda document: (
            depth(document.path),
            bool(_TRANSLATED.search(document.path)),
            stem_of(document.path) != "readme",  # `README-Docker.md` stands before it by its name
            -sizes.get(dirname(document.path), 0),
            document.path,
        ),
        default=None,
    )


def purpose_of(texts: Texts, page: StoredDocument, names: Sequence[str]) -> list[Said]:
    """The sentence that says what the project is, the first that begins with its name, else the first of all; then the
    next ones of its paragraph.
    """
    sentences = [sentence for sentence in split_sentences("\n".join(texts.lines(page))) if _is_statement(sentence)][
        :_FIRST_SENTENCES
    ]
    if not sentences:
        return []
    # `Gin is a framework` before news, badges and greetings.
    best = next((sentence for sentence in sentences if _defines(shown_text(sentence), names)), None)
    best = best or _described(_sections(texts, page))
    first = next((place for place, one in enumerate(sentences) if best and one.text == best.text), 0)
    told = [sentences[first]]
    for sentence in sentences[first + 1 : first + _MAX_PURPOSE]:
        if best and sentence.start_line <= told[-1].end_line + 1:
            told.append(sentence)
    rank = 0.0 if best else _BESIDE_MANIFEST
    return [
        Said("purpose", "sentence", "", shown_text(one), page, one.start_line, one.end_line, rank + _LATER * place)
        for place, one in enumerate(told)
    ]


def _described(sections: Sequence[_Section]) -> Sentence | None:
    """`This is the …` below a heading such as Description."""
    wanted = aspect_words()["purpose"].headings
    told = (one.statements[0] for one in sections if one.statements and _distance(one.title, wanted) is not None)
    return next((one for one in told if pointing_at_start().match(shown_text(one))), None)


def _defines(text: str, names: Sequence[str]) -> bool:
    """Whether a sentence begins with the name of the project, and says what that is or does."""
    plain = text.strip("`*_ ").lower()
    begun = (begins_with(plain, name) for name in sorted(map(str.lower, names), key=len, reverse=True))
    rest = next((plain[end:].lstrip("`*_™®") for end in begun if end), "")
    return defining_words().match(rest) is not None


def features_of(texts: Texts, page: StoredDocument) -> Said | None:
    """The list below a heading such as Features, else a list of the introduction."""
    wanted = aspect_words()["features"].headings
    lines = texts.lines(page)
    sections = _sections(texts, page)
    lists = list(_lists(lines))
    fitting = [(distance, s) for s in sections if (distance := _distance(s.title, wanted)) is not None]
    for _, section in sorted(fitting, key=lambda one: one[0]):
        within = [(start, end) for start, end in lists if section.start <= start <= section.end]
        if within:
            return _feature_list(page, lines, *within[0], section.title)
    for start, end in lists:
        # `**Key features:**` is a heading in all but its markup.
        if _distance(_lead_of(lines, start), wanted) is not None:
            return _feature_list(page, lines, start, end, "")
    for start, end in lists:
        items = _items(lines, start, end)
        words = sum(len(plain_text(item).split()) for item in items)
        is_intro = any(one.level <= 1 and one.start <= start <= one.end for one in sections)
        is_told = is_intro and words >= _MIN_ITEM_WORDS * len(items) and not any(map(is_only_link, items))
        if start <= _TOP_LINES and len(items) >= _MIN_ITEMS and is_told:
            return _feature_list(page, lines, start, end, "")
    return None


def _lead_of(lines: Sequence[str], start: int) -> str:
    """The line that leads in a list, where it stands above it in bold or with a colon; empty for others."""
    above = [line.strip() for line in lines[max(0, start - 3) : start - 1] if line.strip()]
    return plain_text(above[-1]) if above and (_BOLD.match(above[-1]) or above[-1].endswith((":", "："))) else ""


def sections_of(texts: Texts, readme: StoredDocument | None, names: Sequence[str]) -> Iterator[Said]:
    """Commands and sentences by aspect, of the README and of the pages that are called after the aspect."""
    for document, own in _pages(texts, readme):
        page = _Page(document, _sections(texts, document))
        for aspect, words in aspect_words().items():
            is_readme = readme is not None and document.id == readme.id
            if is_readme or own & words.documents:
                base = _BESIDE_BEST if is_readme == (aspect in _BY_DOCUMENT) else 0.0
                is_called = aspect in _BY_DOCUMENT or any(_distance(stem, words.headings) == 0.0 for stem in own)
                is_whole = is_called and not is_readme and _NUMBERED.sub("", stem_of(document.path)) in words.documents
                yield from _of_aspect(page, aspect, base, tuple(names), is_whole=is_whole)


def _pages(texts: Texts, readme: StoredDocument | None) -> list[tuple[StoredDocument, frozenset[str]]]:
    """Pages with the stems that they answer to, the README first, then by depth; of versions of one the current one."""
    wanted = frozenset[str]().union(*(words.documents for words in aspect_words().values()))
    found = [
        (document, frozenset(stems))
        for document in texts.documents
        if _is_page(document)
        and depth(document.path) <= _DOCUMENT_DEPTH
        and (
            stems := {_NUMBERED.sub("", stem_of(document.path)), basename(dirname(document.path))} & wanted - {"readme"}
        )
        and not texts.is_aside(document)
    ]
    old = behind_versions(texts.structure, {int(document.id): document for document, _ in found})
    found = [(document, stems) for document, stems in found if int(document.id) not in old]
    found.sort(key=lambda one: (depth(one[0].path), one[0].path))
    first = [(readme, frozenset({"readme"}))] if readme is not None else []
    return [*first, *found[:_MAX_DOCUMENTS]]


def _of_aspect(page: _Page, aspect: Aspect, base: float, names: tuple[str, ...], *, is_whole: bool) -> Iterator[Said]:
    """Commands, then sentences, of the sections of a page that are about an aspect; `is_whole`: all of them are."""
    words = aspect_words()[aspect]
    above: list[tuple[int, float]] = []
    for section in page.sections:
        above = [one for one in above if one[0] < section.level]
        distance = _distance(section.title, words.headings) if section.level != 1 or is_whole else None
        if is_whole and not section.title:  # what a page begins with
            distance = 0.0
        is_own = distance is not None
        if distance is None and above and not is_whole:
            distance = above[-1][1] + _PER_WORD
        if distance is not None:
            above.append((section.level, distance))
        fits = distance is not None
        is_weak = words.weak_headings is not None and words.weak_headings.search(section.title) is not None
        rank = base + (_STRANGE_HEADING if distance is None else distance)
        for place, (start, end, commands) in enumerate(section.fences):
            own = [command for command in commands if aspect in aspects_of(command, names)]
            # `import x` is all that some need, and a page about releases knows the commands of the project.
            is_told = fits and not is_weak and place == 0 and bool(words.commands)
            if own or (is_told and (aspect == "install" or (is_whole and aspect in _BY_DOCUMENT))):
                last = min(end, start + _MAX_FENCE - 1)
                text = " ; ".join((own or commands)[:_MAX_COMMANDS])
                beside = _OWN_PAGE if is_whole and not fits else rank - base
                if own and not fits and aspect in _BY_LEAD and _is_led_in(section.statements, start, words.headings):
                    beside = _PER_WORD
                yield Said(
                    *(aspect, "command", section.title, text, page.document, start, last),
                    base + beside + 0.05 * place + (order_of(aspect, own[0]) if own else _NO_COMMAND),
                )
        for place, sentence in enumerate(section.statements[:_MAX_STATEMENTS]):
            said = commands_said(aspect, sentence.raw, names) if words.commands else []
            if fits or is_whole:
                is_aside = is_weak or greeting_words().match(sentence.text)
                least = (0.0 if said else _SENTENCE) + (_STRANGE_HEADING if is_aside else 0.0)
                yield _said(aspect, section.title, sentence, page.document, rank + least + 0.04 * place)
            elif said:
                yield _said(aspect, section.title, sentence, page.document, rank)
            if fits and len(said) == 1:
                lines = (sentence.start_line, sentence.end_line)
                yield Said(aspect, "command", section.title, said[0], page.document, *lines, rank + 0.04 * place)
            if words.sentences and has_digit(sentence.text) and words.sentences.search(sentence.text):
                yield _said(aspect, section.title, sentence, page.document, base + (0.1 if is_own else 0.2))


def _is_led_in(statements: Sequence[Sentence], start: int, headings: re.Pattern[str] | None) -> bool:
    """Whether the sentence above a block of code is about an aspect."""
    above = next((one for one in reversed(statements) if one.end_line < start), None)
    if above is None or headings is None or above.end_line < start - _LEAD:
        return False
    return headings.search(above.text) is not None


def _distance(title: str, headings: re.Pattern[str] | None) -> float | None:
    """How much else a heading says than that it is about the aspect; None when it is about something else."""
    match = headings.search(title) if headings is not None else None
    if match is None or len(title.split()) > _MAX_HEADING_WORDS:
        return None
    return _PER_WORD * min(_MOST_OTHER_WORDS, len((title[: match.start()] + title[match.end() :]).split()))


def _said(aspect: Aspect, title: str, sentence: Sentence, document: StoredDocument, rank: float) -> Said:
    return Said(aspect, "sentence", title, shown_text(sentence), document, sentence.start_line, sentence.end_line, rank)


def _sections(texts: Texts, document: StoredDocument) -> list[_Section]:
    """Each heading with the lines up to the next one; those above the first have no title."""
    lines = texts.lines(document)
    headings = [node for node in texts.nodes(document) if node.kind == "heading" and node.start_line <= len(lines)]
    starts = [node.start_line for node in headings] + [len(lines) + 1]
    fences = _fences(texts, document)
    found = []
    for place, (title, level, start) in enumerate(
        [("", 0, 1), *((plain_text(node.name), node.level, node.start_line + 1) for node in headings)]
    ):
        end = starts[place] - 1
        inner = [(first, last, commands_in(lines[first - 1 : last])) for first, last in fences if start <= first <= end]
        found.append(_Section(title, level, start, end, _statements(lines, start, end), inner))
    return found


def _fences(texts: Texts, document: StoredDocument) -> list[tuple[int, int]]:
    """First and last line of the insides of the blocks of code."""
    lines = texts.lines(document)
    found = []
    for node in texts.nodes(document):
        if node.kind == "codeblock" and node.end_line <= len(lines):
            start, end = node.start_line, node.end_line
            while start < end and (
                not lines[start - 1].strip() or re.match(r"\s*(?:```|~~~|\.\. |::|----|\[source)", lines[start - 1])
            ):
                start += 1
            while end > start and (not lines[end - 1].strip() or re.match(r"\s*(?:```|~~~|----)\s*$", lines[end - 1])):
                end -= 1
            found.append((start, end))
    return found


def _statements(lines: Sequence[str], start: int, end: int) -> list[Sentence]:
    text = "\n".join(lines[start - 1 : end])
    return [sentence for sentence in split_sentences(text, start) if _is_statement(sentence)]


def first_statement(text: str) -> Sentence | None:
    """The first sentence that says something, of lines of prose."""
    return next((sentence for sentence in split_sentences(text, 1) if _is_statement(sentence)), None)


def _is_statement(sentence: Sentence) -> bool:
    if is_only_link(sentence.raw) or "](http" in sentence.raw[:2] or sentence.raw.startswith(("[!", "![", "|", "=")):
        return False
    plain = plain_text(sentence.text)
    if _NO_SENTENCE.search(plain) or repeats_name(plain):
        return False
    if is_cjk(plain):
        return len(plain) >= _MIN_CJK
    return len(plain.split()) >= _MIN_WORDS and any(character.islower() for character in plain)


def shown_text(sentence: Sentence) -> str:
    """A sentence without the markup of its format, cut where it is very long."""
    plain = plain_prose(sentence.text)
    return plain if len(plain) <= _MAX_SENTENCE else plain[:_MAX_SENTENCE].rsplit(" ", 1)[0] + " …"


def _lists(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """(first, last line), 1-based, of lists of at least `_MIN_ITEMS` items; an empty line may stand between two."""
    start = last = items = 0
    for number, line in enumerate([*lines, "x"], start=1):
        if _ITEM.match(line):
            start, last, items = start or number, number, items + 1
        elif start and line.startswith((" ", "\t")) and line.strip():
            last = number
        elif line.strip() and start:
            if items >= _MIN_ITEMS:
                yield start, last
            start = last = items = 0


def _items(lines: Sequence[str], start: int, end: int) -> list[str]:
    items: list[str] = []
    for line in lines[start - 1 : end]:
        if match := _ITEM.match(line):
            items.append(match[1])
        elif items and line.strip():
            items[-1] += " " + line.strip()
    return items


def _feature_list(page: StoredDocument, lines: Sequence[str], start: int, end: int, title: str) -> Said:
    items = _items(lines, start, end)
    shown = [_short(item) for item in items[:_MAX_ITEMS]]
    more = f", … ({len(items)})" if len(items) > _MAX_ITEMS else ""
    last = min(end, start + 2 * _MAX_ITEMS)
    return Said("features", "list", title, ", ".join(shown) + more, page, start, last, 0.0)


def _short(item: str) -> str:
    bold = _BOLD.match(item)
    plain = plain_text(bold[1] if bold else item).strip(" :.-–—")
    head = re.split(r"(?<=\w)(?:\s[-–—]\s|:\s|\.\s)", plain, maxsplit=1)[0]
    if head.count("(") > head.count(")"):  # cut at `(e.g. `
        head = head[: head.rindex("(")].rstrip() or head
    return head if len(head) <= _MAX_ITEM else head[:_MAX_ITEM].rsplit(" ", 1)[0] + " …"


def _is_page(document: StoredDocument) -> bool:
    return document.format in ("prose", "text") and document.language != "html"
