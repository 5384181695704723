"""What is filed: the documents that a question means by who wrote them, when, what they are called or what they are
about; all of them, and the latest of a kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.indexing.stores.text_columns import from_column
from citeline.model import ChunkId, StoredChunk
from citeline.patterns import re
from citeline.state import Fact
from citeline.text import STOPWORDS, cjk_runs, is_cjk, terms

from ...citations.stated import BETWEEN
from ...citations.typed.tables import date_in as date_in_text
from ...documents.about import NOTHING, About, read_about
from ...question.filing import Filing, part_of, read_filing
from ...question.intents import Intent
from ...question.question import Question
from ...question.tables.asked import Unit, read_asked
from ...question.time_spans import names_time
from ...question.vocabulary.lexicon import Lexicon
from ...question.vocabulary.words import is_asking
from ...retrieval.corpus import corpus_of
from ...retrieval.recency import date_in
from ..draft import Draft
from .dated.labels import labelled_in

_MAIL: Final = "email"
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LETTERS: Final = re.compile(r"[\u4e00-\u9fff\u30a0-\u30ff々]")
"""What Chinese and Japanese write a topic with; what is left in hiragana is grammar."""
_BETWEEN_NAMES: Final = ", "
_MOST_CHUNKS: Final = 2_000
_KINDS: Final = {
    "slides": "slides presentation deck",
    "spreadsheet": "spreadsheet workbook",
    "word": "word",
    "opendocument": "opendocument odt",
    "pdf": "pdf",
}
"""What files of a format are called, in words that those of other languages are put into."""
_NOT_FOR: Final[tuple[Intent, ...]] = ("how", "why")
_DEFINED: Final = "definition"
"""What `what is the oldest document` is read as, and `what is a memo`."""
_LEAST: Final = 2
"""Documents with different dates, for one of several to be the latest."""
_MOST: Final = 50
_MOST_SAID: Final = 4
"""Documents of a title of which author or day is told: more say that the title is a word of many."""
_HEAD_LINES: Final = 40
"""Of a document, where its properties stand, or its date."""
_LONGEST: Final = 200
_QUOTED: Final = ">"
_SIGNED: Final = "--"
"""The line of a mail below which its sender's name and address stand (RFC 3676, 4.3)."""


@dataclass(frozen=True, slots=True)
class Filed:
    """One document with what it says of itself."""

    document: int
    path: str
    about: About
    created: str
    """`2026-03-04`, or a part of it; empty where nothing says it."""
    modified: str
    is_mail: bool
    words: frozenset[str]
    """Terms of its path, its title and the person that wrote it."""
    kind: frozenset[str]
    """Terms of what files of its format are called."""
    names: frozenset[str]
    """Words of that person's name, in small letters."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The documents that are meant, in the order of the index."""

    fitting: Sequence[Filed]
    others: Sequence[Filed]
    """Those that fit but for their time."""
    persons: tuple[str, ...]
    """As the question names them."""
    topic: tuple[str, ...]
    is_of_change: bool
    told: Mapping[int, tuple[Draft, ...]] = field(default_factory=dict)
    """Document to the lines of its text that name the topic, where no title does."""

    def day(self, one: Filed) -> str:
        """The day of a document that the question is about."""
        return one.modified if self.is_of_change else one.created


def choose_filed(
    index: Index, question: Question, filing: Filing, sources: Collection[str], lexicon: Lexicon | None
) -> Choice | None:
    """None where the question names anything that is no person and no title of a document here, or asks how or why."""
    corpus = corpus_of(index)
    filed = [
        one for one in filed_of(index) if (one.is_mail or not filing.is_of_mail) and corpus.is_in(one.document, sources)
    ]
    every = read_asked(question, lexicon).units
    # `report` says which documents are meant where some are called so, and only that it is one where none is.
    nouns = [unit for unit in every if unit.text.lower() in filing.kinds]
    called = [unit for unit in nouns if any(unit.is_in(one.words | one.kind) for one in filed)]
    if filing.is_of_kind and not called:
        return None
    filed = [one for one in filed if all(unit.is_in(one.words | one.kind) for unit in called)]
    persons, rest = _persons(filing.left, filed)
    if any(map(filing.is_recipient, persons)):
        return None
    readings = [(persons, rest)] if persons else []
    for named, left in [*readings, ((), filing.left)]:
        if filing.span is None and names_time(left, filing.language):
            continue  # `until mid-2024`: all documents would be too many
        units = _topic(question, left, lexicon)
        by_them = [one for one in filed if {word.lower() for word in named} <= one.names] if named else filed
        about = [one for one in by_them if all(unit.is_in(one.words | one.kind) for unit in units)]
        in_texts = filing.end or (filing.asks and filing.is_of_mail)  # whoever lists mails wants those called so
        told: Mapping[int, tuple[Draft, ...]] = {}
        if not about and units and filing.has_topic and in_texts:
            told = _told_in(index, units, by_them)
            about = [one for one in by_them if one.document in told]
        if about:
            return replace(_within(about, filing, named, tuple(unit.text for unit in units)), told=told)
    return None


def is_filed_alone(question: Question, filing: Filing, lexicon: Lexicon | None) -> bool:
    """Whether a question says nothing but which documents, of which time: no row of a table can be meant."""
    return filing.is_of_document and not _topic(question, filing.left, lexicon)


def _within(about: Sequence[Filed], filing: Filing, persons: tuple[str, ...], topic: tuple[str, ...]) -> Choice:
    choice = Choice(about, (), persons, topic, filing.is_of_change)
    if (span := filing.span) is None:
        return choice
    fitting = [one for one in about if (day := choice.day(one)) and span.holds(day)]
    return replace(choice, fitting=fitting, others=[one for one in about if one not in fitting])


def _persons(text: str, filed: Sequence[Filed]) -> tuple[tuple[str, ...], str]:
    """Words of names that somebody has who wrote a document, and the text without them; none where nobody has all."""
    spoken = {name for one in filed for name in one.names if is_cjk(name) and name in text}
    found = sorted(spoken, key=lambda name: (-len(name), name))
    for name in found:
        text = text.replace(name, " ")
    known = {name for one in filed for name in one.names}
    for word in dict.fromkeys(_WORD.findall(text)):
        lower = word.lower()
        plain = lower if lower in known else lower.removesuffix("s")  # `Idas Dokumente`
        is_name = plain in known and (word[0].isupper() or not (lower in STOPWORDS or is_asking(lower)))
        if is_name and not is_cjk(word):
            found.append(word[: len(plain)])
            text = re.sub(rf"(?<!\w){re.escape(word)}(?:['’]s)?(?!\w)", " ", text)
    has_all = any({name.lower() for name in found} <= one.names for one in filed)
    return (tuple(found), text) if has_all else ((), text)


def _topic(question: Question, text: str, lexicon: Lexicon | None) -> list[Unit]:
    """What else a question names."""
    units = [unit for unit in read_asked(part_of(question, text), lexicon).units if unit.weight and not unit.day]
    for run in cjk_runs(text):  # a word that no list knows is no unit
        for unit in units:
            run = run.replace(unit.text, " ")
        left = ["".join(_LETTERS.findall(piece)) for piece in run.split()]
        units += [Unit(piece, (frozenset(terms(piece)),), 1.0) for piece in left if piece and not is_asking(piece)]
    return units


def _told_in(index: Index, units: Sequence[Unit], filed: Sequence[Filed]) -> dict[int, tuple[Draft, ...]]:
    """Those of the documents whose text has all of them, with the lines that have them: of a mail not what it quotes,
    and not who signs it.
    """
    by_id = {one.document: one for one in filed}
    found: list[dict[int, Draft]] = []
    for unit in units:
        weights = {term: 1.0 for form in unit.forms for term in form}
        chunks = index.vectors.search_sparse("bm25", encode_query(weights), limit=_MOST_CHUNKS).ids.tolist()
        documents = corpus_of(index).documents_of(chunks) if chunks else ()
        near = [ChunkId(one) for one, document in zip(chunks, documents, strict=True) if int(document) in by_id]
        told = (_line_about(unit, chunk, by_id[int(chunk.document)]) for chunk in index.structure.chunks(near).values())
        first = sorted((draft for draft in told if draft), key=lambda draft: -draft.start_line)
        found.append({draft.document: draft for draft in first})
    common = set.intersection(*map(set, found))
    return {one: tuple({drafts[one].start_line: drafts[one] for drafts in found}.values()) for one in common}


def _line_about(unit: Unit, chunk: StoredChunk, filed: Filed) -> Draft | None:
    """The first line of a piece that names it, or two of them, as text is broken where a line is full."""
    texts = chunk.text.split("\n")
    if filed.is_mail:
        own = next((at for at, text in enumerate(texts) if text.rstrip() == _SIGNED), len(texts))
        texts = ["" if text.lstrip().startswith(_QUOTED) else text for text in texts[:own]]
    held = [frozenset(terms(text)) for text in texts]
    for lines in (1, 2):
        for at in range(len(held) - lines + 1):
            if unit.is_in(frozenset().union(*held[at : at + lines])):
                said, first = " ".join(texts[at : at + lines]).strip(), chunk.start_line + at
                return Draft.of("shown", filed.path, said, filed.document, first, first + lines - 1)
    return None


@cache_per_object
def filed_of(index: Index) -> list[Filed]:
    """All documents that are no code and no data."""
    return list(_filed_of(index))


def _filed_of(index: Index) -> Iterator[Filed]:
    told = read_about(index.structure.rows)
    sql = "SELECT id, path, title, language FROM documents WHERE format IN ('prose', 'text')"
    for identity, *texts in index.structure.rows(sql):
        path, title, language = map(from_column, texts)
        about = told.get(identity, NOTHING)
        words = frozenset(terms(f"{path} {title} {about.author}"))
        names = {word.lower() for word in _WORD.findall(about.author)}
        names |= {name for name in about.author.split(_BETWEEN_NAMES) if is_cjk(name)}
        yield Filed(
            identity,
            path,
            about,
            created=about.created or about.modified or date_in(path),
            modified=about.modified or date_in(path),
            is_mail=language == _MAIL,
            words=words,
            kind=frozenset(terms(_KINDS.get(language, ""))),
            names=frozenset(names),
        )


@dataclass(frozen=True, slots=True)
class FiledDrafts:
    """What is told of the documents that a question asks for."""

    drafts: tuple[Draft, ...] = ()
    left: int = 0
    """How many more there are."""
    not_stated: bool = False
    """Whether they say that none fits."""
    by_text: bool = False
    """Whether only what the documents say has the topic: it may be about something else all the same."""


def filed_drafts(
    index: Index,
    question: Question,
    sources: Collection[str] = (),
    lexicon: Lexicon | None = None,
    *,
    before_tables: bool = False,
) -> FiledDrafts:
    """The latest or earliest document that is asked for; or how many somebody wrote or sent, or are of a time, and
    each of them, newest first. Where none is of that time, which times there are.

    Nothing for a question that names anything that is not the kind, the title, the author or the time of documents,
    and for one that names neither an author nor a time, nor the title of a mail.
    """
    filing = read_filing(question)
    if filing is None or question.intents[0] in _NOT_FOR:
        return FiledDrafts()
    if before_tables and not (is_filed_alone(question, filing, lexicon) or _is_of_changed(filing)):
        return FiledDrafts()
    choice = choose_filed(index, question, filing, sources, lexicon)
    if choice is None or (question.intents[0] == _DEFINED and not (filing.end or filing.asks or choice.persons)):
        return FiledDrafts()
    by_text = bool(choice.told)
    if filing.end:
        dated = [one for one in choice.fitting if choice.day(one)] if filing.is_of_document or choice.persons else []
        return FiledDrafts(tuple(_end_of(index, choice, dated, latest=filing.end == "latest")), by_text=by_text)
    if filing.asks and choice.topic and not (choice.persons or filing.span):
        return FiledDrafts(tuple(_said_of(index, choice, filing.asks)), by_text=by_text)
    is_told = choice.persons or (filing.is_of_document and (filing.span or (filing.is_of_mail and choice.topic)))
    if not is_told:
        return FiledDrafts()
    said = BETWEEN.join(
        filter(None, [" ".join(choice.persons), *choice.topic, filing.span.said if filing.span else ""])
    )
    if not choice.fitting:
        return FiledDrafts(tuple(_none_of(index, choice, said)), not_stated=True)
    ordered = sorted(choice.fitting, key=lambda one: (choice.day(one), one.path), reverse=True)
    drafts = [_draft(index, choice, one) for one in ordered[:_MOST]]
    if len(ordered) > 1 or filing.is_count:
        fact: Fact = {"relation": "filed", "subject": said, "object": str(len(ordered))}
        also = tuple((one.document, one.start_line, one.end_line) for one in drafts[1:])
        total = Draft(fact, drafts[0].document, drafts[0].start_line, drafts[0].end_line, elsewhere=also)
        drafts.insert(0 if filing.is_count else len(drafts), total)
    return FiledDrafts(tuple(drafts), max(0, len(ordered) - _MOST), by_text=by_text)


def _is_of_changed(filing: Filing) -> bool:
    """Whether it asks when a document was changed, or one that is named by its file was made."""
    return "when" in filing.asks and filing.is_of_change and (filing.is_of_document or filing.names_file)


def _end_of(index: Index, choice: Choice, found: Sequence[Filed], *, latest: bool) -> list[Draft]:
    """That of the last or the first day, with who wrote it; the only one as in a list."""
    if len(found) == len(choice.fitting) == 1:
        return [_draft(index, choice, found[0]), *choice.told.get(found[0].document, ())]
    if len({choice.day(one) for one in found}) < _LEAST:
        return []
    chosen = (max if latest else min)(found, key=lambda one: (choice.day(one), one.path))
    day = choice.day(chosen)
    if sum(choice.day(one) == day for one in found) > 1:  # which of a day came last is not known
        return []
    line = _line_of(index, chosen, day)
    fact: Fact = {"relation": "latest" if latest else "earliest", "subject": chosen.path, "object": day}
    drafts = [Draft({**fact, "condition": str(len(found))}, chosen.document, line, line)]
    author = chosen.about.author
    said = _properties(index, chosen)
    if line := next((line for line, value in said if author and value.startswith(author)), 0):
        drafts.append(Draft.of("written_by", chosen.path, author, chosen.document, line))
    return [*drafts, *choice.told.get(chosen.document, ())]


def _said_of(index: Index, choice: Choice, asks: Sequence[str]) -> list[Draft]:
    """Who wrote each of a few documents, when, or of one document both."""
    drafts: list[Draft] = []
    for one in choice.fitting:
        name, day = one.about.author.partition(",")[0], choice.day(one)
        head = _lines(index, one)
        if "who" in asks and (line := next((line for line, text in head if name and name in text), 0)):
            drafts.append(Draft.of("written_by", one.path, one.about.author, one.document, line))
        if "when" in asks and (line := _line_with(head, day)):
            relation = "changed_on" if choice.is_of_change else "dated"
            drafts.append(Draft.of(relation, one.path, day, one.document, line))
        drafts += choice.told.get(one.document, ())
    return drafts if len({draft.document for draft in drafts}) <= (_MOST_SAID if len(asks) == 1 else 1) else []


def _none_of(index: Index, choice: Choice, said: str) -> list[Draft]:
    """That none is of the time that is asked for, with the first and the last day of those that fit but for it."""
    dated = sorted((day, one.path, one) for one in choice.others if (day := choice.day(one)))
    if not dated:
        return []
    (first, _, earliest), (last, _, latest) = dated[0], dated[-1]
    fact: Fact = {"relation": "none_filed", "subject": said, "object": first, "condition": last}
    lines = [_line_of(index, one, day) for one, day in ((earliest, first), (latest, last))]
    also = ((latest.document, lines[1], lines[1]),) if latest is not earliest else ()
    return [Draft(fact, earliest.document, lines[0], lines[0], elsewhere=also)]


def _draft(index: Index, choice: Choice, one: Filed) -> Draft:
    """A document with who wrote it and when, as far as its head has that."""
    head, author, day = _lines(index, one), one.about.author.partition(",")[0], choice.day(one)
    by = next((line for line, text in head if author and author in text), 0)
    on = _line_with(head, day)
    lines = [line for line in (by, on) if line] or [next((line for line, text in head if text.strip()), 1)]
    said = [one.about.author if by else "", day if on or day in one.path else ""]
    told = BETWEEN.join(filter(None, said))[:_LONGEST]
    return Draft.of("filed_as", one.path, told, one.document, min(lines), max(lines))


def _line_of(index: Index, one: Filed, day: str) -> int:
    """The line of a document that has its day, or else its first one with text."""
    head = _lines(index, one)
    return _line_with(head, day) or next((line for line, text in head if text.strip()), 1)


def _line_with(head: Sequence[tuple[int, str]], day: str) -> int:
    """The first line that has a day; 0 for none."""
    return next((line for line, text in head if day and (day in text or date_in_text(text) == day)), 0)


def _properties(index: Index, one: Filed) -> list[tuple[int, str]]:
    """Line and value of each line at the head of a document that is labelled."""
    return [
        (first, value)
        for chunk in _head(index, one.document)
        for _, value, first, _ in labelled_in(chunk)
        if first <= _HEAD_LINES
    ]


def _lines(index: Index, one: Filed) -> list[tuple[int, str]]:
    return [
        (line, text)
        for chunk in _head(index, one.document)
        for line, text in enumerate(chunk.text.split("\n"), chunk.start_line)
        if line <= _HEAD_LINES
    ]


def _head(index: Index, document: int) -> list[StoredChunk]:
    found = {corpus_of(index).chunk_at(document, line) for line in range(1, _HEAD_LINES + 1)}
    chunks = index.structure.chunks([ChunkId(one) for one in found if one is not None])
    return sorted(chunks.values(), key=lambda chunk: chunk.start_line)
