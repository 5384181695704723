"""An answer as the page shows it: its sentences with their numbers, one badge for how far it can be trusted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import urlencode

from markupsafe import Markup, escape

from citeline.dataclass import dataclass
from citeline.indexing.files.source_tree import Root
from citeline.indexing.reader import Index
from citeline.markup import without_colon
from citeline.model import DEFINITION_KINDS, StoredChunk
from citeline.tools.answer.writing.verdict import opening_of
from citeline.tools.citations.anchors import check_evidence
from citeline.tools.citations.working_tree import Absence, WorkingTree
from citeline.tools.verify.baseline import Baseline
from citeline.visible import visible

from .source import definition_at
from .words import Words

Badge: TypeAlias = Literal["proved", "place", "partly", "not_stated", "stale"]
"""Of a whole answer, the word for its weakest part that matters; the words are in `words.toml`."""
_LONGEST_CELL: Final = 200
"""Characters of a cell in an address."""
_CODE: Final = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Citation:
    """A number behind a sentence."""

    id: int
    path: str
    start_line: int
    end_line: int
    indexed: tuple[int, int]
    """First and last line in the text of the index, which is what the pane shows; (0, 0) where they are not in it."""
    place: str
    """As a person reads it: `path:3-7 (page 2)`."""
    supports: str
    unchanged: str
    """What became of the lines since: `moved` ones are shown where they stand now, others as a difference."""
    why: str
    text: str
    language: str
    cell: str
    """What the cited cell of a table says; empty for any other citation."""
    run: str

    @property
    def is_out_of_date(self) -> bool:
        """The cited lines do not say any more what they said."""
        return self.unchanged not in ("unchanged", "moved")

    @property
    def query(self) -> str:
        """What the address of its source says."""
        address = {"path": self.path, "start": self.indexed[0], "end": self.indexed[1], "cell": self.cell}
        if self.is_out_of_date:
            address |= {"was": self.run, "cited": self.id}
        return urlencode({name: value for name, value in address.items() if value})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A claim with its citations."""

    html: Markup
    citations: Sequence[Citation]


@dataclass(frozen=True, slots=True)
class Channel:
    """What one channel has found."""

    name: str
    count: int
    hits: Sequence[tuple[StoredChunk, str]]
    """The first of it that is still in the index, each with why it was found."""


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What the middle pane shows."""

    run: str
    question: str
    earlier: Sequence[Mapping[str, str]]
    """What was said before it in the same conversation: `question` and `answer`, oldest first."""
    opening: Markup
    """What is said before the claims: that nothing is found or stated, a premise that does not hold, small talk."""
    sentences: Sequence[Sentence]
    more: Sequence[Sentence]
    walk: Sequence[tuple[str, Citation | None]]
    """How one definition reaches another: names from first to last, each with the place of its call of the next."""
    closest: Sequence[Citation]
    """Of a question that nothing answers."""
    unanswered: Sequence[str]
    badge: Badge
    cited: int
    proved: int
    names: Sequence[str]
    """Definitions that are cited: what a next question may be about."""
    actions: Sequence[Mapping[str, Any]]
    pieces: Sequence[tuple[Mapping[str, Any], bool, bool]]
    """What the answer was made from, best first, and whether any of it is cited, and is so by the first sentence."""
    channels: Sequence[Channel]
    """By name."""
    decided: Mapping[str, Any]
    """Plan and channels, as `runs.py` keeps them; empty for an answer that was given elsewhere."""
    answer: Mapping[str, Any]
    """As `citeline ask --format json` prints it."""


def view_answer(run: str, answer: Mapping[str, Any], index: Index, *, is_new: bool = False) -> AnswerView:
    """The view of an answer in its printed form; what it cites is compared with the files as they are now.

    `is_new`: the run has just ended, with a comparison of its own.
    """
    indexed = Baseline(index.structure)
    files, stored = WorkingTree(index.tree, indexed), _Stored(index.tree, indexed)
    is_same = answer["index"]["generation"] == index.generation
    seen = _unchanged(answer) if is_new else frozenset[int]()
    evidence = {
        item["id"]: {
            **item,
            **({"unchanged": "unchanged"} if item["id"] in seen else _now(item, files)),
            "indexed": (item["start_line"], item["end_line"])
            if is_same
            else check_evidence(item, stored).place or (0, 0),
            "run": run,
        }
        for item in answer["evidence"]
    }
    sentences = [_sentence(claim, evidence) for claim in answer["claims"]]
    decided = answer.get("decided", {})
    shown = [citation for sentence in sentences for citation in sentence.citations]
    used = {citation.id for citation in shown}
    cited = [item for item in answer["evidence"] if item["id"] in used]
    leading = {citation.id for sentence in sentences[:1] for citation in sentence.citations}
    first = [item for item in cited if item["id"] in leading]
    verdict = (answer.get("answers") or {}).get("verdict", "")
    opening = opening_of(answer) if sentences else _without_list(answer["answer"])
    return AnswerView(
        run=run,
        question=answer["question"],
        earlier=list(answer.get("earlier", ())),
        opening=prose(opening) if opening else Markup(),
        sentences=sentences,
        more=[_sentence(claim, evidence) for claim in answer.get("more", ())],
        walk=_walk(answer["claims"], evidence),
        closest=[_citation(item, {}) for item in evidence.values()] if not sentences else [],
        unanswered=list(answer.get("unanswered", ())),
        badge=_badge(answer["status"], verdict, shown),
        cited=len(shown),
        proved=sum(one.supports == "supported" for one in shown),
        names=list(dict.fromkeys(_names(answer["claims"], evidence)))[:3],
        actions=list(answer.get("actions", ())),
        pieces=[(piece, _is_cited(piece, cited), _is_cited(piece, first)) for piece in decided.get("pieces", ())],
        channels=_channels(decided, index),
        decided=decided,
        answer=answer,
    )


def _channels(decided: Mapping[str, Any], index: Index) -> list[Channel]:
    hits = decided.get("hits", {})
    chunks = index.structure.chunks({hit["chunk_id"] for found in hits.values() for hit in found})
    return [
        Channel(
            name,
            count,
            [(chunks[hit["chunk_id"]], hit["why"]) for hit in hits.get(name, ()) if hit["chunk_id"] in chunks],
        )
        for name, count in sorted(decided.get("found", {}).items())
    ]


def first_questions(index: Index, overview: Mapping[str, Any], words: Words) -> list[str]:
    """What somebody who sees a folder for the first time may ask of it, and get an answer to."""
    whole = [words("try_what")] if overview["purpose"] else []
    if any(row["label"] == "install" for row in overview["commands"]):
        whole.append(words("try_install"))
    names: list[str] = []
    for row in overview["parts"]:
        document = index.structure.document(row["path"])
        nodes = index.structure.nodes_of(document.id) if document else ()
        found = definition_at(nodes, row["start_line"], row["end_line"])
        if found and found.kind in DEFINITION_KINDS:
            names.append(visible(found.name))
    asked = zip(("try_does", "next_calls", "next_tests"), dict.fromkeys(names), strict=False)
    return whole + [words(way, name=name) for way, name in asked]


def _without_list(text: str) -> str:
    """A refusal without the places that it lists below a line of their own: the page lists them as links."""
    lines = text.split("\n")
    listed = [at for at, line in enumerate(lines) if line.startswith("- ")]
    return "\n".join(line for at, line in enumerate(lines) if at not in listed and at + 1 not in listed[:1])


class _Stored(WorkingTree):
    """The files as they are in the index."""

    def __init__(self, root: Root, indexed: Baseline) -> None:
        super().__init__(root)
        self._stored = indexed

    def lines(self, path: str) -> tuple[str, ...] | Absence:
        """The lines of the index."""
        found = self._stored.lines(path)
        return Absence("deleted", f"{path} is not in this index") if found is None else found


def _unchanged(answer: Mapping[str, Any]) -> frozenset[int]:
    """Evidence that the run itself has found as it was read."""
    verdicts = [
        verdict for claim in (*answer["claims"], *answer.get("more", ())) for verdict in claim["verdicts"].items()
    ]
    changed = {identity for identity, verdict in verdicts if verdict["unchanged"] != "unchanged"}
    return frozenset(int(identity) for identity, _ in verdicts if identity not in changed)


def _now(item: Mapping[str, Any], files: WorkingTree) -> dict[str, Any]:
    """What became of cited lines, and where they stand now."""
    anchor = check_evidence(item, files)
    moved = anchor.unchanged == "moved" and anchor.place
    first, last = anchor.place if moved and anchor.place else (item["start_line"], item["end_line"])
    return {"unchanged": anchor.unchanged, "start_line": first, "end_line": last}


def difference(before: Sequence[str], now: Sequence[str]) -> list[tuple[str, str]]:
    """Lines with `-` (gone), `+` (new) or a space (as it was), in reading order."""
    told: list[tuple[str, str]] = []
    for way, first, last, low, high in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if way == "equal":
            told += [(" ", line) for line in before[first:last]]
        else:
            told += [("-", line) for line in before[first:last]] + [("+", line) for line in now[low:high]]
    return told


def _is_cited(piece: Mapping[str, Any], cited: Sequence[Mapping[str, Any]]) -> bool:
    """By the lines as they were when the answer was made: those of the pieces are of then, too."""
    return any(
        one["path"] == piece["path"]
        and one["start_line"] <= piece["end_line"]
        and piece["start_line"] <= one["end_line"]
        for one in cited
    )


def _walk(
    claims: Sequence[Mapping[str, Any]], evidence: Mapping[int, Mapping[str, Any]]
) -> list[tuple[str, Citation | None]]:
    """Empty unless at least two cited calls follow one another."""
    calls = [claim for claim in claims if (claim.get("fact") or {}).get("relation") == "calls" and claim["evidence"]]
    facts = [claim["fact"] for claim in calls]
    if len(facts) < 2 or any(one["object"] != following["subject"] for one, following in pairwise(facts)):
        return []
    places = [_citation(evidence[claim["evidence"][0]], {}) for claim in calls]
    names = [visible(fact["subject"]) for fact in facts]
    return [*zip(names, places, strict=True), (visible(facts[-1]["object"]), None)]


def _badge(status: str, verdict: str, shown: Sequence[Citation]) -> Badge:
    if any(one.is_out_of_date for one in shown):
        return "stale"
    if status == "not_found" or verdict == "not_stated" or not shown:
        return "not_stated"
    if status == "partial" or verdict == "partly" or any(one.supports not in ("supported", "place") for one in shown):
        return "partly"
    return "proved" if all(one.supports == "supported" for one in shown) else "place"


def _sentence(claim: Mapping[str, Any], evidence: Mapping[int, Mapping[str, Any]]) -> Sentence:
    verdicts = claim.get("verdicts", {})
    fact = claim.get("fact") or {}
    cell = fact["object"] if fact.get("relation") == "cell" else ""
    cited = [_citation(evidence[one], verdicts.get(str(one), {}), cell) for one in claim["evidence"] if one in evidence]
    # Where the text goes on with the lines themselves, the page shows them in another pane.
    text = without_colon(claim["text"]) if fact else claim["text"]
    return Sentence(prose(text), cited)


def _citation(item: Mapping[str, Any], verdict: Mapping[str, Any], cell: str = "") -> Citation:
    first, last = item["start_line"], item["end_line"]
    lines = str(first) if first == last else f"{first}-{last}"
    beside = item.get("place") or (f"page {item['page']}" if item.get("page") else "")
    if item["unchanged"] == "moved":  # to another page or cell, it may be
        beside = ""
    return Citation(
        id=item["id"],
        path=item["path"],
        start_line=first,
        end_line=last,
        indexed=item["indexed"],
        place=visible(f"{item['path']}:{lines}{f' ({beside})' if beside else ''}"),
        supports=verdict.get("supports", ""),
        unchanged=item["unchanged"],
        why=visible(verdict.get("why", "")),
        text=visible(item["text"]),
        language=item.get("kind", ""),
        cell=cell[:_LONGEST_CELL],
        run=item["run"],
    )


def _names(claims: Sequence[Mapping[str, Any]], evidence: Mapping[int, Mapping[str, Any]]) -> list[str]:
    cited = [evidence[one] for claim in claims for one in claim["evidence"] if one in evidence]
    kinds = ("function", "method", "class")
    return [visible(item["name"]) for item in cited if item.get("name") and item.get("kind") in kinds]


def prose(text: str) -> Markup:
    """Text with code between back quotes as code; all else is shown as it is written."""
    html, at = Markup(), 0
    text = visible(text)
    for found in _CODE.finditer(text):
        html += escape(text[at : found.start()]) + Markup("<code>{}</code>").format(found[2])
        at = found.end()
    return html + escape(text[at:])
