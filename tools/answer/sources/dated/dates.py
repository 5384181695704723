"""Drafts for questions of time, version and person: from change logs, and from what documents say about themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Final

from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.reader import Index
from citeline.model import ChunkId, DocumentId, StoredChunk
from citeline.patterns import re
from citeline.state import Fact
from citeline.text import fold, terms, words

from ....documents.dates import DATE, date_of
from ....question.dated_words import VERSION, Dated, is_version, read_dated
from ....question.question import Question
from ....question.tables.asked import Asked, Unit, read_asked
from ....question.vocabulary.lexicon import Lexicon
from ....retrieval.corpus import Corpus, corpus_of
from ...draft import Draft
from ...lookup.cell import clean
from ...overview.asked import asks_for_requirements
from ...overview.facts import project_names
from .changes import LEAST_OF_RELEASE, Change, done_first, entries_of, entry_draft, names_version, release_at, share_of
from .labels import label_draft, label_name, labelled_in
from .ordered import ordered_drafts, release_draft, releases_within
from .releases import Release, begins, releases_of, same_version, version_key, version_of_path

_CHUNKS: Final = 40
_DEEP: Final = 1_000
"""Of the chunks that have words of the question, how many are looked through for those of change logs."""
_LEAST_ABOUT: Final = 0.7
"""Share of what else is named that a release's change log must be about."""
_LEAST_DOCUMENT: Final = 0.6
"""The same of a document whose author or date is asked for, by its best piece."""
_HEAD_LINES: Final = 40
"""Of a document, where it says who wrote it."""
_MOST: Final = 4
_MOST_DOCUMENTS: Final = 3
_MOST_PIECES: Final = 6
_MOST_LABELS: Final = 3
_MOST_ENTRIES: Final = 60
_LONGEST_SENTENCE: Final = 160
"""Of a line with the day of one version."""
_LEAST_RELEASES: Final = 3
"""Of a change log that is taken to have all: a page of an upgrade names two."""
_ADDED: Final = re.compile(
    r"\b(?:since|added|new|introduced|available|changed|removed|deprecated|dropped)\b"
    r"|versionadded|versionchanged|deprecated::",
    re.IGNORECASE,
)
_SAID_VERSION: Final = re.compile(
    r"(?:\bv|\b[A-Z][\w.-]*\s|\b(?i:versions?|releases?|since|as of)\s|::\s*)v?\d+\.\d+|\d+\.\d+\.\d+"
)
"""A version in a sentence, and no number of days or per cent: behind a name, or of three numbers."""


def dated_asked(
    index: Index, question: Question, sources: Collection[str] = (), lexicon: Lexicon | None = None
) -> DatedAsked | None:
    """A question for a date, a version or a person; None for any other one."""
    wanted = read_dated(question)
    return DatedAsked(index, question, wanted, read_asked(question, lexicon), sources) if wanted else None


class DatedAsked:
    """One question beside one index."""

    def __init__(
        self,
        index: Index,
        question: Question,
        wanted: Dated,
        asked: Asked,
        sources: Collection[str],
    ) -> None:
        self._index = index
        self._question = question
        self._wanted = wanted
        self._asked = asked
        self._words = wanted.words
        self._kinds = wanted.kinds
        self._sources = sources
        self._corpus: Corpus = corpus_of(index)
        self._units = [unit for unit in asked.units if unit.weight and not wanted.words.is_generic(unit.text.lower())]
        if self._numbered and not wanted.versions:
            self._wanted = replace(wanted, versions=(self._numbered,))

    def drafts(self) -> list[Draft]:
        """Up to four with the date, version or person that is asked for, the answer first.

        A release is cited with the heading that has its version, an entry with its own line and this heading.
        """
        found = list(islice(self._releases(), _MOST))
        is_all = found or self._numbered or self._is_of_need
        return found if is_all else [*self._entries(), *self._labelled()][:_MOST]

    @cached_property
    def _foreign(self) -> list[Unit]:
        """What the question names beside the project, of whose name its change log is full."""
        own = {fold(name) for name in project_names(self._index)}
        return [unit for unit in self._units if fold(unit.text) not in own]

    @cached_property
    def _others(self) -> list[Unit]:
        """What the question names beside versions, with `a6` of `4.0a6`, and the project: `Lib 1.5`, asked of Lib, is
        its own.
        """
        others = [unit for unit in self._foreign if not is_version(unit.text)]
        return [unit for unit in others if not any(unit.text in version for version in self._wanted.versions)]

    @cached_property
    def _numbered(self) -> str:
        """The number that alone is named, behind the project: `when was Till 4 released`."""
        number = " ".join(unit.text for unit in self._foreign)
        if not number.isdecimal():
            return ""
        asked = [f" {' '.join(words(text)).lower()} " for text in self._question.wordings]
        named = [f" {name} {number} " for name in project_names(self._index)]
        return number if any(name in text for name in named for text in asked) else ""

    def _releases(self) -> Iterator[Draft]:
        """When a version came out, or which is the newest."""
        logs = self._logs()
        if not logs:
            return
        versions, span = self._wanted.versions, self._asked.span
        is_ordered = not versions and (
            span is not None or self._wanted.is_oldest or "earliest" in self._asked.operations
        )
        if (is_ordered or self._wanted.is_bounded) and self._wanted.is_of_version:
            others = [unit for unit in self._others if span is None or unit.text not in span.said]
            fitting = (log for log in logs if self._is_about(log[0], others))
            ordered = (ordered_drafts(log, self._wanted, self._asked) for log in fitting)
            yield from next(filter(None, ordered), [])
        elif versions and self._kinds & {"when", "released"}:
            others = self._others
            matching = [one for log in logs for one in log if one.version and same_version(one.version, versions[0])]
            dated = [one for one in matching if one.date]
            for release in [one for one in dated if self._is_about(one, others)][:1]:
                yield release_draft(release, "released")
            if not matching and not others:
                yield from islice(self._in_sentences(versions[0]), 1)
            if not dated:
                yield from (self._told_in_words(one) for one in matching[:1] if one.date_line > one.line)
        elif "newest" in self._kinds and self._wanted.is_of_version and not versions:
            others = [unit for unit in self._others if not DATE.search(unit.text)]
            about = [log for log in logs if self._is_about(log[0], others)]
            for first in about[:1]:  # a change log may be cut at a version
                beside = [log for log in about if log[0].folder == first[0].folder]
                releases = [one for log in beside for one in log if one.version]
                newest = max(releases, key=lambda one: version_key(one.version))
                relation = "newest_dated" if newest.date else "newest"
                draft = release_draft(newest, relation)
                yield replace(draft, fact={**draft.fact, "condition": newest.path})

    def _is_about(self, release: Release, others: Sequence[Unit]) -> bool:
        """Whether a release or its change log is about what else is named; any is where nothing is."""
        title = self._corpus.documents[release.document].title
        about = frozenset(terms(f"{release.path} {title} {release.version}"))
        return not others or share_of(others, about) >= _LEAST_ABOUT

    def _in_sentences(self, version: str) -> Iterator[Draft]:
        """Lines of change logs that say when a version came out: `Tool 1.5 was released on 15 August 2015`. An entry of
        another release, `Upgraded to Lib 1.5 (released 2 May)`, speaks of something else.
        """
        for number, line, text in self._naming(version):
            around = release_at(releases_of(self._index)[number], line)
            date = "" if around is not None and around.version else date_of(text)
            if date and len(text) <= _LONGEST_SENTENCE and self._words.names_release(text.lower()):
                yield Draft.of("released", version, date, number, line)

    def _naming(self, version: str) -> Iterator[tuple[int, int, str]]:
        """Document, line and text of each line of the change logs that names a version."""
        documents = (one for one in releases_of(self._index) if self._corpus.is_in(one, self._sources))
        for document in documents:
            for line, text in enumerate(self._index.structure.lines_of(document), 1):
                if version in text and names_version(text, version):
                    yield document, line, text

    def _told_in_words(self, release: Release) -> Draft:
        """The line below the heading of a release that has several days."""
        text = clean(self._index.structure.lines_of(release.document)[release.date_line - 1])
        return Draft.of("under", release.version, text, release.document, *release.head)

    def all_of_release(self) -> tuple[list[Draft], int]:
        """What changed in a version that is named alone, or within two: its entries, and how many more there are.

        None for a question about anything in that version.
        """
        is_alone = len(self._wanted.versions) == 1 or self._wanted.is_bounded
        if not is_alone or not self._kinds or self._kinds - {"changed", "newest"} or self._others:
            return [], 0
        bounded = next(filter(None, map(self._within, self._logs())), []) if self._wanted.is_bounded else []
        found = bounded or [one for one in [self._named()] if one is not None]
        drafts = [draft for release in found for draft in self._entries_of(release)]
        return drafts[:_MOST_ENTRIES], max(0, len(drafts) - _MOST_ENTRIES)

    def _within(self, log: Sequence[Release]) -> list[Release]:
        return releases_within(log, self._wanted)[::-1]

    def _entries_of(self, release: Release) -> Iterator[Draft]:
        """The entries of one release in their order, those before others that say what is asked to have been done."""
        entries = (entry for chunk in self._pieces_of(release) for entry in entries_of(chunk) if entry.is_item)
        inside = [one for one in entries if release.head[1] < one.lines[0] <= release.end_line]
        least = min((one.indent for one in inside), default=0)
        kept = done_first([one for one in inside if one.indent == least], release, self._wanted)
        drafts = (entry_draft(one, release) for one in kept)
        yield from (draft for draft in drafts if draft is not None)

    def absent(self) -> Draft | None:
        """That no change log has the version whose day or changes alone are asked for, with the newest that it has."""
        if len(self._wanted.versions) != 1 or not self._kinds & {"when", "released", "changed"} or self._others:
            return None
        version = self._wanted.versions[0]
        if not (self._numbered or "." in version):
            return None
        told = [[one for one in log if one.version] for log in self._logs()]
        if any(begins(one.version, version) or begins(version, one.version) for log in told for one in log):
            return None
        log = next((log for log in told if len(log) >= _LEAST_RELEASES), None)
        near = (chunk for chunk in self._near() if names_version(chunk.text, version))
        if log is None or ("." in version and any(True for _ in (*self._naming(version), *near))):
            return None
        newest = max(log, key=lambda one: version_key(one.version))
        fact: Fact = {"relation": "no_release", "subject": version, "object": newest.path, "condition": newest.version}
        return Draft(fact, newest.document, *newest.head)

    def _named(self) -> Release | None:
        """The release with the one version that is named, of the first change log that tells what it changed."""
        if len(self._wanted.versions) != 1 or self._wanted.is_bounded:
            return None
        version = self._wanted.versions[0]
        named = (one for log in self._logs() for one in log if one.version and same_version(one.version, version))
        return next((one for one in named if one.end_line > one.head[1]), None)

    def _next(self) -> Release | None:
        """The newest release, where it has no date yet, of the first change log that has dates and such a release."""
        logs = (log for log in self._logs() if any(one.date for one in log))
        newest = (max(log, key=lambda one: (not one.version, version_key(one.version))) for log in logs)
        return next((one for one in newest if not one.date), None)

    def _pieces_of(self, release: Release) -> list[StoredChunk]:
        chunks = self._index.structure.chunks_of([DocumentId(release.document)])
        return [one for one in chunks if one.start_line <= release.end_line and one.end_line >= release.line]

    def _logs(self) -> list[list[Release]]:
        """The change logs that are searched, those of the whole project before those of its parts."""
        logs: dict[str, list[Release]] = {}
        for document, log in releases_of(self._index).items():
            if self._corpus.is_in(document, self._sources):
                path = log[0].path  # a folder with a file for each version is one change log
                logs.setdefault(log[0].folder if version_of_path(path) else path, []).extend(log)
        return sorted(logs.values(), key=lambda log: (log[0].path.count("/"), -len(log), log[0].path))

    def _entries(self) -> Iterator[Draft]:
        """In which version something was changed: the entry with the heading above it, or the sentence that says so.

        Of what raised the least version only what speaks of one.
        """
        if not self._wanted.is_of_change or not self._units:
            return
        is_least = "min" in self._asked.operations and "raised" in self._wanted.done
        wanted = Change.asked(self._question, self._wanted, self._foreign or self._units, self._corpus)
        if not wanted.units:
            return
        best: list[tuple[float, int, Draft]] = []
        logs = releases_of(self._index)
        named = None if self._kinds & {"version", "when"} else self._named()
        if named is None and self._wanted.is_of_next:
            named = self._next()
        pieces = self._pieces_of(named) if named else self._near(logs)
        least = {"least": LEAST_OF_RELEASE} if named else {}
        for place, chunk in enumerate(pieces):
            log = logs.get(int(chunk.document), [])
            around = frozenset(terms(f"{chunk.path} {chunk.breadcrumb}"))
            for entry in entries_of(chunk):
                release = release_at(log, entry.lines[0])
                if (named and release != named) or (self._kinds == {"gone"} and release is None):
                    continue
                if release is None and not (_SAID_VERSION.search(entry.text) and _ADDED.search(entry.text)):
                    continue
                is_head = release is not None and entry.lines[0] <= release.head[1]
                if is_head or (is_least and not entry.speaks_of_least):
                    continue
                share = wanted.share_of(entry, release, around, **least)
                if share and (draft := entry_draft(entry, release)):
                    best.append((share + 0.1 * (release is not None) + wanted.closeness(entry), -place, draft))
        best.sort(key=lambda one: (-one[0], -one[1]))
        if best:
            top = best[0][0]
            yield from (draft for share, _, draft in best[:2] if share >= top - 0.05)
            if best[0][2].fact["relation"] == "changed_in" and self._kinds & {"when", "released"}:
                yield from self._released(best[0][2].fact["object"])

    @property
    def _is_of_need(self) -> bool:
        """Whether the version is one of what the project needs: the lowest, and neither when nor what raised it."""
        if "raised" in self._wanted.done or self._kinds & {"when", "released"}:
            return False
        if "min" in self._asked.operations:
            return not self._named()
        is_plain = not (self._wanted.done or self._wanted.versions)
        return is_plain and asks_for_requirements(self._index, self._question)

    def _released(self, version: str) -> Iterator[Draft]:
        """The day of a version from a change log that has it."""
        named = (one for log in self._logs() for one in log if one.date and same_version(one.version, version))
        yield from (release_draft(one, "released") for one in islice(named, 1))

    def _labelled(self) -> Iterator[Draft]:
        """What a document says of itself: `Prepared by: …`, its author, its date."""
        if not self._kinds & {"who", "when", "version"}:
            return
        wanted = self._wanted.labels
        done: set[int] = set()
        logs = releases_of(self._index)
        near = self._near()
        for chunk in near:
            document = int(chunk.document)
            if document in done or len(done) >= _MOST_DOCUMENTS or not self._corpus.is_prose(document):
                continue
            if document in logs:  # `Fix: …` of a change log is no label
                continue
            done.add(document)
            drafts = list(self._labels_of(chunk, near, wanted))
            if drafts:
                yield from drafts
                return

    def _labels_of(
        self, chunk: StoredChunk, found_near: Sequence[StoredChunk], wanted: Sequence[str]
    ) -> Iterator[Draft]:
        document = int(chunk.document)
        heads = {self._corpus.chunk_at(document, line) for line in range(1, _HEAD_LINES + 1)}
        stored = self._index.structure.chunks([ChunkId(one) for one in heads if one is not None])
        near = [one for one in found_near if one.document == chunk.document][:_MOST_PIECES]
        pieces = {**stored, **{one.id: one for one in near}}
        about = frozenset(
            terms(" ".join([chunk.path, self._corpus.documents[document].title, chunk.breadcrumb, chunk.text]))
        )
        if share_of(self._units, about) < _LEAST_DOCUMENT:
            return
        found: list[tuple[float, int, Draft]] = []
        for piece in pieces.values():
            for label, value, first, last in labelled_in(piece):
                if first > _HEAD_LINES and piece not in near:
                    continue
                if worth := self._label_worth(label, value, wanted):
                    draft = label_draft(piece, (first, last), label, value, wanted)
                    found.append((worth, first, draft))
        found.sort(key=lambda one: (-one[0], one[1]))
        # The date of a document answers where a document is asked for, or another thing that it says of itself.
        dated = [one for one in found if one[2].fact["relation"] == "dated"]
        if len(dated) == len(found) and not self._wanted.is_of_document:
            return
        yield from (draft for _, _, draft in found[:_MOST_LABELS])

    def _label_worth(self, label: str, value: str, wanted: Sequence[str]) -> float:
        """How well a label is what is asked for; 0 where it is not."""
        lower = label_name(label)
        if self._kinds == {"version"} and not VERSION.search(value):
            return 0.0
        if lower in wanted:
            return 3.0 - 0.1 * wanted.index(lower)
        held = frozenset(terms(label))
        content = [unit for unit in self._asked.units if unit.is_in(held)]
        told = {term for unit in content for form in unit.forms for term in form} & held
        if not held or told != held:
            return 0.0
        first = min(place for place, unit in enumerate(self._asked.units) if unit in content)
        if all(unit.text.lower() in self._wanted.opening for unit in content):
            return 0.5
        return 1.0 + 0.5 * len(held) - 0.01 * first

    def _near(self, logs: Collection[int] = ()) -> list[StoredChunk]:
        """Pieces with words of the question, best first: those of change logs, then any."""
        weights: dict[str, float] = {}
        for unit in self._asked.units:
            for form in unit.forms:
                for term in form:
                    weights[term] = max(weights.get(term, 0.0), (unit.weight or 0.2) / len(form))
        if not weights:
            return []
        found = self._index.vectors.search_sparse("bm25", encode_query(weights), limit=_DEEP if logs else _CHUNKS).ids
        near: list[int] = found.tolist()
        of_logs = [one for one in near if self._corpus.document_of(one) in logs][:_CHUNKS] if logs else []
        near = list(dict.fromkeys([*of_logs, *near[:_CHUNKS]]))
        kept = [one for one in near if self._corpus.is_in(self._corpus.document_of(one), self._sources)]
        chunks = self._index.structure.chunks(kept)
        return [chunks[ChunkId(one)] for one in kept]
