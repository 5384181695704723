"""What an agent reads of a search and of an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from citeline.indexing.parsers.markup.reading import is_read, shown_lines
from citeline.indexing.parsers.masking import mask_part
from citeline.indexing.reader import Index
from citeline.markup import inert
from citeline.pages import line_range
from citeline.visible import one_line, visible

from ..answer.writing.verdict import opening_of
from ..evidence.masks import Masks
from .fitting import Block, fit

if TYPE_CHECKING:
    from ..retrieval.search import SearchResult  # who checks citations searches nothing

_TOLD: Final[Mapping[str, str]] = {
    "supported": "proved",
    "place": "right place, not proved",
    "partly": "partly shown",
    "not_shown": "not shown by these lines",
    "contradicted": "contradicted by these lines",
}
"""What is said of a sentence and the lines that it cites; any other verdict by its own name."""
_LONGEST: Final = 400
"""Characters of a line: a minified file on one line must not take the place of everything else."""


def search_text(result: SearchResult, *, max_tokens: int = 2_000, notes: Sequence[str] = ()) -> str:
    """The places that were found, best first, each with its numbered lines."""
    found = result.to_json()
    blocks = [
        Block(
            _head(place, hit["path"]),
            numbered_lines(place["text"], place["start_line"], language=hit["language"], path=place["path"]),
        )
        for hit in found["hits"]
        for place in (hit, *hit["also"])
    ]
    opening = [_index_line(found["index"]), *map(one_line, notes), *([] if blocks else ["nothing matches"])]
    return fit(opening, blocks, max_tokens=max_tokens)


def answer_text(answer: Mapping[str, Any], *, max_tokens: int = 2_000, notes: Sequence[str] = ()) -> str:
    """An answer, `Answer.to_json()`: whether it answers, its sentences with verdicts, and the lines that they cite."""
    evidence = {piece["id"]: piece for piece in answer["evidence"]}
    claims, more = answer["claims"], answer.get("more", [])
    opening = [_index_line(answer["index"]), *map(one_line, notes), *_verdict(answer)]
    opening += [_sentence(claim) for claim in claims]
    opening += [f"no answer to: {one_line(part)}" for part in answer.get("unanswered", ())]
    order = dict.fromkeys(identity for claim in (*claims, *more) for identity in claim["evidence"])
    # Of what was not found the closest is shown, which nothing cites.
    cited = [evidence[identity] for identity in (order or evidence)]
    blocks = [
        Block(f"[{piece['id']}] {_head(piece, piece['path'])}", numbered_lines(piece["text"], piece["start_line"]))
        for piece in cited
    ]
    return fit(opening, blocks, max_tokens=max_tokens)


def _index_line(index: Mapping[str, str]) -> str:
    commit = f" at {index['commit'][:10]}" if index.get("commit") else ""
    return f"index {one_line(index['name'])}{commit}"


def _verdict(answer: Mapping[str, Any]) -> Iterator[str]:
    if answer["status"] == "partial":
        yield "partial: the budget is spent"
    if not answer["claims"]:
        yield from visible(answer["answer"]).split("\n")
        return
    answers = answer.get("answers") or {}
    if answers:
        yield f"answers: {answers['verdict'].replace('_', ' ')}: {one_line(answers['why'])}"
    if opening := opening_of(answer):
        yield from visible(opening).split("\n")


def _sentence(claim: Mapping[str, Any]) -> str:
    told = "".join(f" [{identity}: {_told(claim, identity)}]" for identity in claim["evidence"])
    return f"- {inert(one_line(claim['text'].rstrip(':：')))}{told}"


def _told(claim: Mapping[str, Any], identity: int) -> str:
    verdict = claim["verdicts"].get(str(identity))
    if verdict is None:
        return "not checked"
    supports: str = verdict["supports"]
    told = _TOLD.get(supports, supports)
    if not verdict["resolves"]:
        return "does not resolve"
    if verdict["unchanged"] == "unchanged":
        return told
    first, last = verdict.get("moved_to") or (0, 0)
    return f"{told}, {verdict['unchanged']}{f' to {first}-{last}' if first else ''}"


def _head(place: Mapping[str, Any], path: str) -> str:
    lines = line_range(place["start_line"], place["end_line"])
    name = "" if place["kind"] == "file" else place.get("qualified_name") or place["name"]
    page = f" ({one_line(place['place'])})" if place.get("place") else ""
    return f"{one_line(path)}:{lines}{page}{f' {one_line(name)}' if name else ''}"


def numbered_lines(text: str, first: int, *, language: str = "", path: str = "") -> list[str]:
    """`12| …` for each line, secrets masked and control characters written out; of a page what a reader sees."""
    is_page = is_read(language)
    lines = shown_lines(text, language, path) if is_page else mask_part(text.split("\n"), language)
    return [f"{number}| {_cut(visible(line))}" for number, line in enumerate(lines, first) if line or not is_page]


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def indexed_lines(index: Index, path: str, first: int, last: int) -> list[str]:
    """Those lines of a document as they were indexed; none for a path that is not in the index.

    Blank lines between two chunks are left out: the index does not hold them.
    """
    document = index.structure.document(path)
    if document is None:
        return []
    masks, shown = Masks(index), list[str]()
    done = first - 1
    for chunk in sorted(index.structure.chunks_of([document.id]), key=lambda chunk: chunk.start_line):
        if chunk.end_line <= done or chunk.start_line > last:
            continue
        masked = masks.chunk(chunk)
        lines = masked.text.split("\n")
        begin, end = max(done + 1, chunk.start_line), min(last, chunk.end_line)
        part = lines[begin - chunk.start_line : end - chunk.start_line + 1]
        shown += numbered_lines("\n".join(part), begin, language=chunk.language, path=chunk.path)
        done = end
    return shown
