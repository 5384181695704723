"""The entries of a change log, and how much of a change that is asked for one of them says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from citeline.dataclass import dataclass
from citeline.markup import leads_in, plain_text
from citeline.model import StoredChunk
from citeline.patterns import re
from citeline.state import Fact
from citeline.text import indent_of, term_id, terms

from ....question.dated_words import VERSION, Dated, DatedWords, dated_words, is_version
from ....question.question import Question
from ....question.tables.asked import Unit
from ....question.tables.words import find_phrase, words_of
from ....retrieval.corpus import Corpus
from ....retrieval.signals import inverse_frequency
from ...draft import Draft
from ...lookup.cell import clean
from ...reading.lines import shortened
from .releases import Release, begins

_LEAST_ENTRY: Final = 0.6
"""Share of what is named, the rarer the more, that an entry of a change log or a sentence with a version must have."""
LEAST_OF_RELEASE: Final = 0.1
"""The same of an entry of the one release that is named, where few entries are to choose from."""
_LEAST_OF_NAMED: Final = 0.15
"""The same of one that has each name of the question, and says that with it was done what is asked for."""
_DONE_WEIGHT: Final = 1.0
"""Of what was done, where a word that one chunk in a hundred has weighs 5: `gone` is asked of what was `removed`."""
_SAID: Final = frozenset({"removed", "deprecated"})
"""What no entry does without a word for it, unlike what it adds or fixes."""
_LEAST_NAMED: Final = 2
"""Things that an entry has to name: a change log is full of the name of its project."""
_PART: Final = re.compile(r"(?<=[.;!?:])\s+")
"""Where what an entry does may end."""
_NAMED: Final = re.compile(r"`[^`]*`|\w+\(")
"""Names, of which `Remove()` removes nothing."""
_LONGEST: Final = 300
_ENTRY: Final = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+")
_IS_NAME: Final = re.compile(r"[A-Za-z][-_]?\d")
"""`CVE-2024-21510`, `sha256`."""
_IS_COMPOUND: Final = re.compile(r"\w[_.-]\w|[a-z][A-Z]")
"""A name of several words, which texts have one by one without meaning it: `warm_up`."""
_MARKUP: Final = re.compile(r"^\s*(?:\.\.(?:\s|$)|:[\w-]+:(?:\s|$)|<!--)")
"""What says how text is set and no change: a directive with its options, a comment."""
_SINCE: Final = re.compile(r"^\s*\.\. (?:version(?P<deed>added|changed|removed)|(?P<old>deprecated))::\s")
"""What Sphinx says below a definition, or below a section, of the version that brought it."""
_TAGS: Final = re.compile(r"^\s*<[^<>]+>|</\w+>\s*$")
_LINK: Final = re.compile(r"\]\([^()\s]*\)|https?://\S+")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a list, or one line of other text."""

    text: str
    lines: tuple[int, int]
    chunk: StoredChunk
    is_list: bool = False
    """Whether a list below it is a part of it."""
    above: str = ""
    """What it is said of: the line above that stands farther out."""

    @property
    def is_item(self) -> bool:
        """Whether it begins as one of a list does."""
        return bool(_ENTRY.match(self.text))

    @property
    def indent(self) -> int:
        """Columns before its first mark."""
        return indent_of(self.text)

    @property
    def speaks_of_least(self) -> bool:
        """Whether it has a word for the least of something, or says that something was raised."""
        lower = self.text.lower()
        is_least = any(operation == "min" and find_phrase(one, lower) for one, operation in words_of("en").operations)
        return is_least or "raised" in dated_words("en").done_in(lower)


@dataclass(frozen=True, slots=True)
class Change:
    """What a question says of a change that it asks the version of."""

    dated: Dated
    names: Sequence[Unit]
    """Those of `units` that are names."""
    units: Sequence[Unit]
    """What it speaks of; the rarer in the corpus, the more one weighs."""
    done: Sequence[Unit]
    """What was done to it: `gone` is asked of what was removed."""
    gone: Sequence[Unit]
    """What is asked to have gone, where something is: `Python`, and not `Windows`, of Python that went on Windows."""

    @classmethod
    def asked(cls, question: Question, dated: Dated, units: Sequence[Unit], corpus: Corpus) -> Change:
        """What a question says, of which `units` are read."""
        units = [one for one in units if any(one.forms) and not dated.words.is_change(one.text.lower())]
        units = _weighted([one for one in units if not is_version(one.text)], corpus)
        called = {name.text for name in question.names}
        names = [one for one in units if (one.text in called or _IS_NAME.search(one.text))]
        said = {deed: [word for words in _lists(dated) for word in words.done[deed]] for deed in dated.done}
        done = [Unit(deed, tuple(frozenset(terms(one)) for one in words), _DONE_WEIGHT) for deed, words in said.items()]
        change = cls(dated, names, units, done, ())
        if not done or not _SAID.issuperset(dated.done) or not dated.kinds & {"version", "when"}:
            return change
        held = frozenset(term for said in question.wordings for term in terms(change._done_to(said)))
        return replace(change, gone=[one for one in units if one.is_in(held)] or units)

    def share_of(
        self, entry: Entry, release: Release | None, around: Collection[str], least: float = _LEAST_ENTRY
    ) -> float:
        """How much of it an entry says, 0 to 1; 0 where it is another change, or less than `least`."""
        said = f"{_LINK.sub(' ', entry.text)} {entry.above}"
        if since := _SINCE.match(entry.text):
            said += f" {since['deed'] or since['old']}"
        if release:  # what stands below `Added` was added, however its sentence goes
            said = f"{said} {release.part_at(entry.lines[0])}"
        held = frozenset(terms(said)) | (frozenset() if release else frozenset(around))
        is_raised = "raised" in self.dated.done and entry.speaks_of_least and dated_words("en").says_now(said.lower())
        if is_raised:  # `The minimum supported version is now 3.1` supports nothing new
            held |= frozenset(terms("raised"))
        fits = [names_version(said, one) or (release and begins(release.version, one)) for one in self.dated.versions]
        if not all(fits) or any(one.text.startswith("--") and one.text not in said for one in self.units):
            return 0.0
        wanted = [*self.units, *self.done]
        is_named = bool(self.names) and all(unit.is_in(held) for unit in self.names)
        if not is_named and sum(unit.is_in(held) for unit in wanted) < min(_LEAST_NAMED, len(wanted)):
            return 0.0
        share = share_of(wanted, held)
        is_it = is_named and share >= min(least, _LEAST_OF_NAMED) and all(unit.is_in(held) for unit in self.done)
        if not (is_it or share >= least) or (not is_raised and self._is_other_deed(said.lower())):
            return 0.0
        is_said_around = since or (release and self._says_done(release.part_at(entry.lines[0])))
        is_said_around = is_said_around and not _announced(entry.text.lower())  # below `Deprecated/removed`
        return share if is_said_around or self._goes(entry.text) else 0.0

    def _goes(self, text: str) -> bool:
        """Whether a text says that what is asked for went: the rarest of it that it has, not that it went there."""
        held = frozenset(terms(text))
        named = [one for one in self.gone if one.is_in(held)] or [one for one in self.units if one.is_in(held)]
        if not (self.gone and named):
            return True
        parts: list[str] = []
        for part in _PART.split(_LINK.sub(" ", text)):
            is_led = parts and parts[-1].endswith(":") and self._says_done(parts[-1])
            parts[-1:] = [f"{parts[-1]} {part}"] if is_led else [*parts[-1:], part]
        said = " ".join(self._done_to(part) for part in parts if self._says_done(part))
        versions = [one for one in self.dated.versions if names_version(text, one)]
        if not all(names_version(said, one) for one in versions):
            return False  # `Drop 2.6. This is the last one with 2.7.`
        return max(named, key=lambda one: one.weight).is_in(frozenset(terms(said)))

    def _says_done(self, text: str) -> bool:
        """Whether a text says that it was done, and not that it `will be`."""
        lower = _NAMED.sub(" ", text.lower())
        for later in _announced(lower):
            lower = lower.replace(later, " ")
        return any(deed in words.done_in(lower) for words in _lists(self.dated) for deed in self.dated.done)

    def _done_to(self, text: str) -> str:
        """A text without what it says of the place, the means or the reason: that stands behind `on` or `that`."""
        kept: list[str] = []
        is_aside = False
        for word in text.split():
            lower = word.lower().strip("*_([,:)]")
            if any(lower in phrases for words in _lists(self.dated) for phrases in words.done.values()):
                is_aside = False
            is_aside = is_aside or any(lower in words.asides for words in _lists(self.dated))
            if not is_aside:
                kept.append(word)
            is_aside = is_aside and not word.endswith(",")
        return " ".join(kept)

    def _is_other_deed(self, lower: str) -> bool:
        """Whether an entry in small letters says that something else was done: `added` where `removed` is asked for."""
        if not self.done:
            return False
        done = {deed for words in _lists(self.dated) for deed in words.done_in(lower)}
        return (bool(done) or _SAID.issuperset(self.dated.done)) and done.isdisjoint(self.dated.done)

    def closeness(self, entry: Entry) -> float:
        """What speaks for an entry beside one that says as much: it is whole, it has `Rack 2` or `warm_up`."""
        said = entry.text.lower()
        whole = [one.text.lower() for one in self.names if _IS_COMPOUND.search(one.text)]
        is_whole = bool(whole) and all(one in said for one in whole)
        return 0.1 * entry.is_item + 0.1 * any(one in said for one in self.dated.numbered) + 0.2 * is_whole


def done_first(entries: Sequence[Entry], release: Release, dated: Dated) -> list[Entry]:
    """Entries of a release in their order, first those that, or the heading above them, say that it was done."""
    deeds = [frozenset(terms(one)) for words in _lists(dated) for deed in dated.done for one in words.done[deed]]

    def is_other(entry: Entry) -> bool:
        held = frozenset(terms(f"{release.part_at(entry.lines[0])} {entry.text}"))
        return not any(deed <= held for deed in deeds if deed)

    return sorted(entries, key=is_other)


def _announced(lower: str) -> list[str]:
    """What a text in small letters says of removing that is yet to be done: `will be removed`."""
    english = dated_words("en")
    phrases = (f"{one} {deed}" for one in english.later for deed in english.done["removed"])
    return [one for one in phrases if find_phrase(one, lower)]


def _lists(dated: Dated) -> Sequence[DatedWords]:
    """The words of the question's language, and of English, in which most change logs are."""
    english = dated_words("en")
    return (english,) if dated.words is english else (dated.words, english)


def _weighted(units: Sequence[Unit], corpus: Corpus) -> list[Unit]:
    """Each with the inverse frequency of the rarest term of its commonest wording."""
    frequencies = corpus.chunk_frequencies({term_id(term) for unit in units for form in unit.forms for term in form})

    def rarity(term: str) -> float:
        return inverse_frequency(frequencies.get(term_id(term), 0), corpus.chunk_count)

    rarities = [min(max(map(rarity, form)) for form in unit.forms if form) for unit in units]
    return [replace(unit, weight=unit.weight * one) for unit, one in zip(units, rarities, strict=True)]


def share_of(units: Sequence[Unit], held: Collection[str]) -> float:
    """Share of the weights of some units whose terms are held, 0 to 1."""
    total = sum(unit.weight for unit in units)
    return sum(unit.weight for unit in units if unit.is_in(held)) / total if total else 0.0


def names_version(text: str, version: str) -> bool:
    """Whether a text has a version as it is, and not as a part of another one."""
    return re.search(rf"(?<![\d.]){re.escape(version)}(?!\d)", text) is not None


def release_at(log: Sequence[Release], line: int) -> Release | None:
    """The innermost release of a change log that a line is in."""
    around = [one for one in log if one.line <= line <= one.end_line]
    return max(around, key=lambda one: one.line, default=None)


def entries_of(chunk: StoredChunk) -> Iterator[Entry]:
    """The entries of a list, with the lines that go on; of other text the lines one by one."""
    lines = chunk.text.split("\n")
    place = 0
    while place < len(lines):
        start, text = place, lines[place]
        place += 1
        if not text.strip():
            continue
        while place < len(lines) and _goes_on(text, lines[start], lines[place]):
            text += f" {lines[place].strip()}"
            place += 1
        if _SINCE.match(text):
            text, first, last, above = _with_owner(text, lines, start)
            yield Entry(text, (chunk.start_line + first, chunk.start_line + last), chunk, above=above)
            continue
        if _MARKUP.match(text):
            continue
        last = place
        if leads_in(text):
            text, last = _with_list(text, lines, place)
        yield Entry(text, (chunk.start_line + start, chunk.start_line + last - 1), chunk, last > place)


def _with_owner(text: str, lines: Sequence[str], place: int) -> tuple[str, int, int, str]:
    """What Sphinx says of a version with the text below it, its first and its last line, and what it is said of."""
    own, first, last = indent_of(lines[place]), place, place
    while last + 1 < len(lines) and indent_of(lines[last + 1]) > own and len(text) < _LONGEST:
        last += 1
        text += f" {lines[last].strip()}"
    around = ((at, line) for at, line in zip(range(place - 1, -1, -1), reversed(lines[:place]), strict=True) if line)
    above = next(((at, line) for at, line in around if line.strip() and indent_of(line) < own), None)
    if above is None:
        return text, first, last, ""
    return text, above[0], last, above[1].partition("::")[2].strip() or above[1].strip()


def _with_list(text: str, lines: Sequence[str], place: int) -> tuple[str, int]:
    """An entry that ends with a colon with the list below it, and the number of lines up to its end."""
    start, last = indent_of(text), place
    for number, following in enumerate(lines[place:], place + 1):
        item = following.strip()
        if item and (indent_of(following) <= start or len(text) + len(item) > 2 * _LONGEST):
            break
        if item:
            mark = "" if leads_in(text) or not _ENTRY.match(following) else ","
            text, last = f"{text.rstrip(',')}{mark} {_ENTRY.sub('', following).strip()}", number
    return text, last


def _goes_on(text: str, first: str, following: str) -> bool:
    if not following.strip() or _ENTRY.match(following) or len(text) > 2 * _LONGEST:
        return False
    if _ENTRY.match(first):
        return not following.lstrip().startswith(("#", "="))
    # The text of a directive stands below it, farther in; elsewhere a line may be an entry by itself.
    start = indent_of(first)
    is_text = not _MARKUP.match(first) and not _MARKUP.match(following) and "<" not in first[start : start + 1]
    return start > 0 and is_text and indent_of(following) == start


def entry_draft(entry: Entry, release: Release | None) -> Draft | None:
    """What is told of an entry: with its release, or with the version that it names; None without either."""
    text = _TAGS.sub("", entry.text) if entry.chunk.language == "xml" else _ENTRY.sub("", entry.text)
    if entry.above:  # what is said below the version tells of the change, or else what it is said of
        text = f"{entry.above} {VERSION.sub('', _SINCE.sub('', entry.text), count=1).strip()}"
    text = shortened(clean(plain_text(text)), _LONGEST * (1 + entry.is_list))
    document = int(entry.chunk.document)
    if release is None:
        version = VERSION.search(entry.text if entry.above else text)
        if version is None:
            return None
        fact: Fact = {"relation": "changed_in", "subject": text, "object": version[1]}
        return Draft(fact, document, *entry.lines)
    if not release.version:
        fact = {"relation": "unreleased", "subject": text, "object": "", "condition": release.path}
    elif release.date:
        fact = {"relation": "changed_in_dated", "subject": text, "object": release.version, "condition": release.date}
    else:
        fact = {"relation": "changed_in", "subject": text, "object": release.version}
    return replace(Draft(fact, document, *entry.lines), also=(release.head,))
