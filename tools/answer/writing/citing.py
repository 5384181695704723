"""Where claims take their lines from: the chunks of an index, cut to the lines that carry a claim."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from citeline.indexing.reader import Index
from citeline.markup import plain_text
from citeline.model import DEFINITION_KINDS, StoredChunk, StoredNode
from citeline.remembering import remembered
from citeline.state import CARRIES, Claim, Evidence, Fact
from citeline.text import has_digit, terms, word_runs

from ...citations.passage import Passage, collapse, lines_behind, passage_of
from ...citations.stated import LEFT_OUT, check_further, check_stated
from ...evidence.evidence import cut
from ...question.vocabulary.language import Language
from ...retrieval.corpus import corpus_of
from ...tables.rows import Cells, is_long, read_cells
from ..draft import Draft
from ..reading.lines import read_line
from ..reading.syntax import apart, depth_of
from ..reading.table_rows import Row, rows_of
from .phrases import say

EDGES: Final = frozenset(("calls", "may_call", "uses", "imports", "inherits", "implements", "includes"))
"""Relations whose sentence names both ends alone: `main` of two files calls `load`."""

_WORD_FOR_WORD: Final = frozenset(("quoted", "shown", "under", "section", "table_row"))
"""Relations whose object is a sentence or a row, whatever stands before it."""
_REPEATED: Final = 30
"""Characters from which on words are a sentence, which is said once; `None` may be the value of several settings."""
_QUOTES: Final = frozenset(("quoted", "shown", "under", "section", "code", "when"))
"""Relations whose object is quoted, so that two claims may quote nearly the same."""
_LEAST_PAIRS: Final = 4
"""Of words that follow each other, in a sentence that stands in several documents."""
_NOTE: Final = re.compile(r"\[\^([^\s\]^]+)\]")
"""A footnote of Markdown, as the text refers to it."""
_NEARLY: Final = 0.8


class _Told(NamedTuple):
    """What a claim says, to be compared with the next ones."""

    place: tuple[str, str] | None
    """Path and definition, or an entry; None for another sentence of a document, which may stand in several."""
    condition: str
    text: str
    """Of one that quotes code; of code all matters. Else empty."""
    words: frozenset[str]
    """Content words and numbers."""
    pairs: frozenset[tuple[str, str]]
    """Words that follow each other."""
    denies: bool

    @classmethod
    def of(cls, fact: Fact, path: str) -> _Told:
        relation, subject, stated = fact["relation"], fact["subject"], plain_text(fact["object"])
        of_code = relation in ("shown", "code", "when")
        place = (path, subject) if of_code else ("", subject) if relation == "under" else None
        said = word_runs(stated.lower())
        words = frozenset([*terms(stated), *filter(has_digit, said)])
        code = collapse(fact["object"]) if of_code and relation != "shown" else ""
        denies = "denial" in read_line(stated).cues
        return cls(place, fact.get("condition", ""), code, words, frozenset(pairwise(said)), denies)

    def is_of(self, other: _Told) -> bool:
        """Whether two claims are about the same, and not under two conditions."""
        is_same = not (self.place and other.place) or self.place == other.place
        return is_same and (not (self.condition and other.condition) or self.condition == other.condition)

    def repeats(self, others: Sequence[_Told]) -> bool:
        """Whether it says hardly anything that the others, which are of the same, do not."""
        if self.text:
            return any(self.text in one.text or (one.text and one.text in self.text) for one in others)
        held = self.pairs & frozenset().union(*(one.pairs for one in others))
        says_more = bool(self.words.difference(*(one.words for one in others)))
        is_other = says_more or self.denies is not any(one.denies for one in others)
        return not is_other and len(held) >= max(_NEARLY * len(self.pairs), 1 if self.place else _LEAST_PAIRS)


class Citations:
    """Collects claims with evidence of their own, cut out of chunks; ids follow those already given.

    A claim is added only with evidence that shows it: the check that readers see afterwards is passed here first.
    """

    def __init__(self, index: Index, given: Sequence[Evidence], language: Language) -> None:
        """`given`: evidence with smaller ids; `language`: that of the sentences."""
        self.language: Language = language
        self.claims: list[Claim] = []
        self.added: list[Evidence] = []
        self._structure = index.structure
        self._corpus = corpus_of(index)
        self._next = max((item["id"] for item in given), default=0) + 1
        self._cells: dict[int, Cells] = {}
        self._cited: dict[tuple[str, int, int], int] = {}
        self._said: set[str] = set()
        self._quoted: list[tuple[str, str, str]] = []
        """Path, what it is said of, and text of what was told word for word."""
        self._told: list[_Told] = []

    @remembered
    def chunks_of(self, document: int) -> list[StoredChunk]:
        """Chunks of a document by place, read once."""
        return self._structure.chunks_of([document])

    @remembered
    def nodes_of(self, document: int) -> list[StoredNode]:
        """The tree of a document, read once."""
        return self._structure.nodes_of(document)

    def rows_in(self, chunk: StoredChunk) -> list[Row]:
        """The rows of tables that lie in a chunk, in order."""
        return [
            row
            for node in self.nodes_of(int(chunk.document))
            if node.kind == "table" and node.start_line <= chunk.end_line and chunk.start_line <= node.end_line
            for row in rows_of(self._cells_of(node, chunk.start_line, chunk.end_line), chunk.start_line, chunk.end_line)
        ]

    def _cells_of(self, node: StoredNode, first: int, last: int) -> Cells:
        if is_long(node):
            return read_cells(self._structure, int(node.id), (first, last))
        if node.id not in self._cells:
            self._cells[node.id] = read_cells(self._structure, int(node.id))
        return self._cells[node.id]

    def chunk_at(self, document: int, line: int) -> StoredChunk | None:
        """The chunk that holds a line; None for blank lines between chunks."""
        return next(iter(self.chunks_between(document, line, line)), None)

    def chunks_between(self, document: int, first: int, last: int) -> list[StoredChunk]:
        """The chunks that hold a few lines, by place: of a large document the others take longer than an answer."""
        held = (self._corpus.chunk_at(document, line) for line in range(first, last + 1))
        return list(self._structure.chunks({chunk for chunk in held if chunk is not None}).values())

    def heading_of(self, chunk: StoredChunk, line: int) -> StoredNode | None:
        """The section that a line of prose stands in: small ones share a chunk, which is called after one of them."""
        return next(iter(self.headings_over(chunk, line)), None)

    def headings_over(self, chunk: StoredChunk, line: int) -> list[StoredNode]:
        """The sections around a line of prose, the innermost first."""
        if chunk.kind != "prose":
            return []
        headings = (node for node in self.nodes_of(int(chunk.document)) if node.kind == "heading")
        around = [node for node in headings if node.start_line <= line <= node.end_line]
        return sorted(around, key=lambda node: (node.start_line, node.level), reverse=True)

    def _section_of(self, fact: Fact, chunk: StoredChunk, start_line: int, end_line: int) -> StoredNode | None:
        """The section of the lines; where they go over several, that in which most words of a fact stand."""
        first = self.heading_of(chunk, start_line)
        if chunk.kind != "prose":
            return first
        nodes = self.nodes_of(int(chunk.document))
        begun = [
            node.start_line for node in nodes if node.kind == "heading" and start_line < node.start_line <= end_line
        ]
        if not begun:
            return first
        said, lines = set(terms(fact["object"])), chunk.text.split("\n")

        def held(part: tuple[int, int]) -> int:
            text = "\n".join(lines[part[0] - chunk.start_line : part[1] - chunk.start_line])
            return len(said.intersection(terms(text)))

        best, _ = max(pairwise([start_line, *sorted({*begun}), end_line + 1]), key=held)
        return self.heading_of(chunk, best)

    def add(
        self,
        fact: Fact,
        chunk: StoredChunk,
        start_line: int,
        end_line: int,
        *,
        node: StoredNode | None,
        quote: str | None = None,
        features: Mapping[str, float] | None = None,
    ) -> bool:
        """Add a claim that states a fact and cites lines of a chunk. `quote`: the part shown, by default all of them.

        False, and nothing is added, for lines outside the chunk, a quotation that they do not hold, a fact that they
        do not show, or a repetition: of a whole sentence, or of one of the same file below another heading.
        """
        text = say(fact, self.language)
        if not chunk.start_line <= start_line <= end_line <= chunk.end_line or text in self._said:
            return False
        own = collapse(plain_text(fact["object"])) if fact["relation"] in _WORD_FOR_WORD else ""
        # Neither alone nor before a line of an example.
        new = own.partition(LEFT_OUT)[0]
        # What two methods have as their documentation is said of both, and a row is no part of another one.
        about = {"shown": fact["subject"], "table_row": own}.get(fact["relation"], "")
        same = (said for path, of, said in self._quoted if (path, of) == (chunk.path, about))
        if len(new) >= _REPEATED and any(new in said for said in same):
            return False
        place = (chunk.path, start_line, end_line)
        identity = self._cited.get(place, self._next)
        node = node or self._section_of(fact, chunk, start_line, end_line)
        evidence = cut(chunk, start_line, end_line, identity=identity, node=node)
        shown = evidence["text"] if quote is None else quote
        if not shown.strip() or shown not in evidence["text"]:
            return False
        if check_stated(fact, self._passage(evidence, node, chunk), quote=shown).verdict not in CARRIES:
            return False
        if identity == self._next:
            self._cited[place] = identity
            self._next += 1
            self.added.append(evidence)
        self._said.add(text)
        self._quoted.append((chunk.path, about, own))
        self._told.append(_Told.of(fact, chunk.path))
        claim: Claim = {"text": text, "evidence": [identity], "fact": fact}
        if quote is not None or not self.claims:  # the lines of a further one are those of its evidence
            claim = {**claim, "quote": shown}
        self.claims.append({**claim, "features": dict(features)} if features else claim)
        if chunk.kind == "prose":
            told = [line for line in evidence["text"].split("\n") if "[^" in line and _tells(fact["object"], line)]
            self._add_notes("\n".join([fact["object"], *told]), int(chunk.document))
        return True

    def _add_notes(self, text: str, document: int) -> None:
        """Add what the footnotes say that a text of Markdown refers to, each by its first line."""
        for name in dict.fromkeys(_NOTE.findall(text)):
            begin = f"[^{name}]:"
            for chunk in self.chunks_of(document):
                lines = enumerate(chunk.text.split("\n"), chunk.start_line) if begin in chunk.text else ()
                for number, line in lines:
                    if line.startswith(begin) and (said := line.removeprefix(begin).strip()):
                        note: Fact = {"relation": "quoted", "subject": "", "object": said}
                        self.add(note, chunk, number, number, node=None, quote=said)

    def repeats(self, fact: Fact, path: str) -> bool:
        """Whether a quotation says hardly anything that earlier claims do not say of the same."""
        said = _Told.of(fact, path)
        return fact["relation"] in _QUOTES and said.repeats([*filter(said.is_of, self._told)])

    def shows(self, path: str, start_line: int, end_line: int) -> bool:
        """Whether an earlier claim cites all of the lines."""
        cited = (one for one in self._cited if one[0] == path)
        return any(first <= start_line and end_line <= last for _, first, last in cited)

    def proves(
        self, fact: Fact, chunk: StoredChunk, start_line: int, end_line: int, *, node: StoredNode | None
    ) -> bool:
        """Whether lines of a chunk, cited alone, prove a fact instead of only being the right place for it."""
        node = node or self._section_of(fact, chunk, start_line, end_line)
        evidence = cut(chunk, start_line, end_line, identity=0, node=node)
        return check_stated(fact, self._passage(evidence, node, chunk), quote=evidence["text"]).verdict == "supported"

    def _passage(self, evidence: Evidence, node: StoredNode | None, chunk: StoredChunk) -> Passage:
        """The lines as the verdict of the finished answer reads them: with the signature of the definition around
        them, and what stands behind them.
        """
        end = evidence["end_line"]
        encloses = node is not None and node.start_line <= evidence["start_line"] and end <= node.end_line
        lines = chunk.text.split("\n")
        behind = lines_behind(lines, end - chunk.start_line + 1)
        if end == chunk.end_line and (after := self.chunk_at(int(chunk.document), end + 1)) is not None:
            behind = lines_behind(after.text.split("\n"), 0)
        return passage_of(evidence, node.signature if node is not None and encloses else "", behind)

    def definition_at(self, document: int, line: int) -> StoredNode | None:
        """The innermost definition that a line belongs to."""
        nodes = (node for node in self.nodes_of(document) if node.kind in DEFINITION_KINDS)
        around = (node for node in nodes if node.start_line <= line <= node.end_line)
        return max(apart(around), key=depth_of, default=None)

    def add_draft(self, draft: Draft) -> bool:
        """Add what a draft states, cited by those of its lines that the index holds in one chunk: the first that shows
        it. What an earlier claim says of a namesake is cited there.
        """
        same = next((one for one in self.claims if one["text"] == say(draft.fact, self.language)), None)
        found = [self.chunk_at(draft.document, line) for line in (draft.start_line, draft.end_line)]
        for chunk in {chunk.id: chunk for chunk in found if chunk is not None}.values():
            start, end = max(draft.start_line, chunk.start_line), min(draft.end_line, chunk.end_line)
            node = self.definition_at(draft.document, start)
            if same is not None:
                if draft.fact["relation"] in EDGES and self.proves(draft.fact, chunk, start, end, node=node):
                    self._cite_also(same, [(draft.document, start, end)])
            elif self.add(draft.fact, chunk, start, end, node=node, quote=draft.quote or None):
                also = ((draft.document, *lines) for lines in draft.also)
                self._cite_also(self.claims[-1], [*also, *draft.elsewhere])
                return True
        return False

    def _cite_also(self, claim: Claim, places: Sequence[tuple[int, int, int]]) -> None:
        for document, first, last in places:
            chunk = self.chunk_at(document, first)
            if chunk is None or last > chunk.end_line:
                continue
            identity = self._cited.get((chunk.path, first, last), self._next)
            node = self.heading_of(chunk, first)
            evidence = cut(chunk, first, last, identity=identity, node=node)
            if check_further(claim["fact"], self._passage(evidence, node, chunk)).verdict not in CARRIES:
                continue
            if identity == self._next:
                self._cited[chunk.path, first, last] = identity
                self._next += 1
                self.added.append(evidence)
            if identity not in claim["evidence"]:
                claim["evidence"].append(identity)


def _tells(text: str, line: str) -> bool:
    """Whether a text says nearly all that stands on a line: cells are told without their marks."""
    held = set(word_runs(_NOTE.sub("", line)))
    return len(held & set(word_runs(text))) >= _NEARLY * len(held)


def line_of(chunk: StoredChunk, number: int) -> str:
    """One line of a chunk by its number in the file; empty outside the chunk."""
    place = number - chunk.start_line
    lines = chunk.text.split("\n")
    return lines[place] if 0 <= place < len(lines) else ""
