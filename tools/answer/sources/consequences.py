"""Conditions with what follows from them: what a question asks that begins with `when` or `what happens if`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from tree_sitter import Node

from citeline.indexing.reader import Index
from citeline.model import StoredChunk
from citeline.state import Fact
from citeline.text import terms

from ...question.question import Question
from ...retrieval.corpus import corpus_of
from ...retrieval.signals import term_weights
from ..draft import Draft
from ..reading.guards import Guard, guards_in
from ..reading.lines import shortened
from ..reading.syntax import Source, lines_of, source_of, text_of

_MOST_CHUNKS: Final = 20
_MOST_LINES: Final = 10
_LONGEST: Final = 200
_ABOVE: Final = 4
"""Lines of comment above a condition that are read with it."""
_ENDS: Final = re.compile(
    r"\b(?:return|raise|throw|panic!?|exit|abort|break|continue|bail!|yield|reject|die|goto|next\(|redirect\w*|log\w*|warn\w*|Err\()",
    re.I,
)
"""What a branch does that ends it or shows."""
_COMMENT: Final = re.compile(r"^\s*(?:#|//|/?\*|--|;|%)+!?\s?")

# A branch that ends something is worth a fifth of a full match, the first chunk a fifth, a test loses half.
_DECIDES: Final = 0.2
_RANK: Final = 0.2
_BESIDE: Final = 0.5
"""Of a word that only the enclosing name or the file holds."""
_OTHER_CODE: Final = -0.5


def best_consequence(
    index: Index, question: Question, chunks: Sequence[StoredChunk], sources: Collection[str] = ()
) -> tuple[float, Draft] | None:
    """The condition in the best chunks that shares most with the question, also by what follows, and its score."""
    corpus = corpus_of(index)
    weights = term_weights(corpus, question.english_analysis)
    total = sum(weights.values()) or 1.0
    best: tuple[float, Draft] | None = None
    for rank, chunk in enumerate(chunks[:_MOST_CHUNKS], 1):
        source = source_of(index, int(chunk.document))
        if source is None or not index.is_in(chunk.path, sources):
            continue
        path = corpus.path_terms(int(chunk.document))
        for guard, body in guards_in(source, chunk.start_line, chunk.end_line):
            start, end = _lines(source, guard)
            consequence = _consequence(body, end)
            inside = set(terms(source.text(start, end)))
            enclosing = source.enclosing(guard.start_line)
            around = set(terms(f"{enclosing.qualified_name if enclosing else ''} {source.document.path}"))
            # A long branch holds every word; what it does stands in the conditions inside of it.
            whole = min(1.0, _MOST_LINES / (guard.end_line - guard.start_line + 1))
            met = whole * sum(
                weight * (1.0 if term in inside else _BESIDE)
                for term, weight in weights.items()
                if term in inside | around
            )
            share = met / total * bool(inside & weights.keys())
            score = share + _DECIDES * bool(_ENDS.search(consequence)) + _RANK / rank
            score += _OTHER_CODE * (path.is_test or path.is_example)
            fact: Fact = {
                "relation": "when",
                "subject": (enclosing.qualified_name if enclosing else "") or source.document.path,
                "object": consequence,
                "condition": guard.condition,
            }
            if share > 0 and (best is None or best[0] < score):
                best = score, Draft(fact, int(chunk.document), start, end)
    return best


def head_told(source: Source, chunk: StoredChunk, line: int) -> Draft | None:
    """What follows from the condition whose head is all of a line of a chunk, for `if broken {` alone says nothing."""
    for guard, body in guards_in(source, line, line):
        end = min(guard.end_line, chunk.end_line, line + _MOST_LINES - 1)
        if guard.start_line == line < guard.end_line and (consequence := _consequence(body, end)):
            enclosing = source.enclosing(line)
            subject = enclosing.qualified_name if enclosing else source.document.path
            fact: Fact = {
                "relation": "when",
                "subject": subject,
                "object": consequence,
                "condition": guard.condition,
            }
            return Draft(fact, int(chunk.document), line, end)
    return None


def _lines(source: Source, guard: Guard) -> tuple[int, int]:
    """The condition with the comment above it and what follows, ten lines at most."""
    start = guard.start_within(guard.end_line, _MOST_LINES)
    end = min(guard.end_line, start + _MOST_LINES - 1)
    for _ in range(_ABOVE):
        above = source.lines[start - 2] if start > 1 else ""
        if not above.strip() or not _COMMENT.match(above) or end - start + 2 > _MOST_LINES:
            break
        start -= 1
    return start, end


def _consequence(body: Node, end: int) -> str:
    """What the branch does, on one line: the statement that ends it, else its first. Of one that goes on behind the
    line `end`, which is the last that is cited, what stands before.
    """
    statements = [node for node in _statements(body) if lines_of(node)[0] <= end]
    decisive = next((node for node in statements if _ENDS.match(text_of(node))), next(iter(statements), None))
    if decisive is None:
        return ""
    first, last = lines_of(decisive)
    text = text_of(decisive)
    if last > end:
        text = "\n".join(text.split("\n")[: end - first + 1])
    return shortened(" ".join(text.split()) + " …" * (last > end), _LONGEST)


def _statements(body: Node) -> Iterator[Node]:
    children = [child for child in body.named_children if "comment" not in child.type]
    first, last = lines_of(body)
    if len(children) == 1 and children[0].type in ("statement_list", "statements"):
        children = children[0].named_children
    whole = first == last and not (body.text or b"").startswith((b"{", b"("))
    yield from [body] if whole or not children else children
