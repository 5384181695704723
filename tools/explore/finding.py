"""Ways to places: a ranked search, exact text in files, a query by structure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import re2

from citeline.model import DocumentId, StoredChunk, StoredDocument
from citeline.text import words

from ..docql.evaluation.items import Item
from ..docql.language.errors import DocQLError
from ..docql.language.patterns import compile_pattern
from ..docql.query import query as ask_docql
from ..docql.smart import smart_search
from ..evidence.evidence import evidence_from_hits
from ..question.read import read
from ..retrieval.search import search
from .arguments import QueryArguments, RetrieveArguments, SearchArguments
from .desk import Desk, ToolError
from .showing import joined, numbered, show_pieces

_SHOWN_LINES: Final = 2
_WIDER: Final = 5
"""Times the pieces asked for: what is ranked before a folder is looked for among them."""
_MAX_RANKED: Final = 100
_MAX_MATCHES: Final = 20
_ENDS: Final = re.compile(r"\\[AzZ]|\(\?[a-zA-Z]*-")
"""What may match in a line alone and not in the chunk that it stands in."""
_AT_ONCE: Final = 500
"""Documents whose text is in memory at the same time."""


def retrieve_documents(desk: Desk, asked: RetrieveArguments) -> str:
    """Ranked search by words and meaning, in any language. Finds places that use other words than the query."""
    folder = _folder(asked.under)
    limit = min(_MAX_RANKED, asked.limit * _WIDER) if folder else asked.limit
    query = read(asked.query, desk.lexicon)
    found = search(desk.index, query, top_k=limit, sources=desk.sources, single=True)
    hits = [hit for hit in found.hits if _is_under(hit.chunk.path, folder)][: asked.limit]
    if not hits:
        where = f" under {folder!r}" if folder else ""
        raise ToolError(f"nothing is like {asked.query!r}{where}: use other words, or search_sources for exact text")
    numbers = desk.put(evidence_from_hits(hits))
    return joined(show_pieces(desk, numbers, lines=_SHOWN_LINES, query=query.analysis.terms))


def search_sources(desk: Desk, asked: SearchArguments) -> str:
    """Exact text or a regular expression in the lines of all files, as grep does. Complete, and not ranked."""
    if "\n" in asked.pattern:
        raise ToolError("a pattern matches within one line: search for one of its lines")
    pattern = asked.pattern if asked.regex else str(re2.escape(asked.pattern))
    # Raises DocQLError, which says what is wrong. `m`, so that a whole chunk can be looked through before its lines.
    compiled = compile_pattern(pattern, "im" if asked.ignore_case else "m")
    folder = _folder(asked.under)
    documents = [
        one for one in desk.index.structure.documents() if _is_under(one.path, folder) and desk.may_show(one.path)
    ]
    if not documents:
        raise ToolError(f"no file is under {asked.under!r}: leave `under` out, or take a folder of an earlier result")
    found: list[tuple[str, DocumentId, int, str]] = []
    for chunk in _chunks_of(desk, documents):
        if not _ENDS.search(asked.pattern) and not compiled.search(chunk.text):
            continue
        # What matches only in a secret is not told: a pattern after the other would spell it out.
        for number, line in enumerate(desk.masks.chunk(chunk).text.split("\n"), chunk.start_line):
            if compiled.search(line):
                found.append((chunk.path, chunk.document, number, line))
    if not found:
        raise ToolError(_nothing(asked))
    shown = found[:_MAX_MATCHES]
    numbers = desk.put_places([(document, line) for _, document, line, _ in shown], channel="search_sources")
    rows = [f"{len(found)} lines in {len({path for path, *_ in found})} files"]
    last = ""
    for (path, _, number, line), piece in zip(shown, numbers, strict=True):
        if path != last:
            rows.append(f"{desk.files.of(path)} {path}")
            last = path
        rows.append(f"  [{piece}] {numbered(number, line.strip())}")
    if len(found) > len(shown):
        rows.append(f"… {len(found) - len(shown)} more: narrow it with `under`, or with a longer pattern")
    return joined(rows)


def query_docql(desk: Desk, asked: QueryArguments) -> str:
    """Places by their structure, in DocQL: $.toc (headings), $.entities[?(@.type=="class")], $.code.class("Name"),
    $.code.function("name").callers(), $.content.heading("part"), $.content.grep("regex"), $.content.table, $.files,
    $.data.key.path (JSON, YAML, TOML). Words without $ are a keyword search.
    """
    text = asked.query.strip()
    if text.startswith("$"):
        result = ask_docql(desk.query_corpus, text, limit=asked.max_items)
    else:
        result = smart_search(desk.index, text, limit=asked.max_items, lexicon=desk.lexicon)
    items = [item for item in result.items if not item.document or desk.may_show(item.path)]
    if not items:
        raise ToolError(_emptied(result.to_json()))
    places = [(item.document, item.line) for item in items]
    numbers = desk.put_places(places, channel="query_docql")
    rows = [f"{len(items)} of {result.total} {result.kind}"]
    last = ""
    for item, number in zip(items, numbers, strict=True):
        if item.path != last:
            rows.append(f"{desk.files.of(item.path)} {item.path}" if item.document else item.path)
            last = item.path
        mark = f"[{number}] " if number else ""
        rows.append(f"  {mark}{item.line}-{item.end_line} {_told(item.values, _names(desk, item))}".rstrip())
    rows += [f"next: {query}" for query in result.next[:2]]
    return joined(rows)


def docql_mistake(error: DocQLError) -> str:
    """A wrong query or pattern in one sentence, with what to write instead."""
    parts = [error.message, error.hint, f"for example {error.example}" if error.example else ""]
    return "; ".join(part for part in parts if part)


def _names(desk: Desk, item: Item) -> Sequence[str]:
    """What may be told of an item; where it holds a secret, that is not how it begins."""
    hidden = desk.masks.hidden_in(item.path)
    is_open = not any(item.line <= number <= item.end_line for number in hidden)
    return ("type", "name", "title", "signature", "value") if is_open else ("type", "name")


def _told(values: Any, names: Sequence[str]) -> str:
    """What an item is called and how it begins."""
    parts = [str(values.get(name) or "") for name in names]
    return " ".join(dict.fromkeys(" ".join(part.split())[:120] for part in parts if part))


def _emptied(printed: dict[str, Any]) -> str:
    emptied = printed.get("empty") or {}
    nearest = ", ".join(emptied.get("nearest", [])[:3])
    next_queries = " or ".join(printed.get("next", [])[:2])
    step = f" at {emptied['step']}" if emptied.get("step") else ""
    told = [
        f"nothing is left{step}",
        f"there is {nearest}" if nearest else "",
        f"try {next_queries}" * bool(next_queries),
    ]
    return "; ".join(part for part in told if part)


def _chunks_of(desk: Desk, documents: Sequence[StoredDocument]) -> Iterator[StoredChunk]:
    for start in range(0, len(documents), _AT_ONCE):
        batch = documents[start : start + _AT_ONCE]
        yield from desk.index.structure.chunks_of([document.id for document in batch])


def _folder(under: str) -> str:
    return under.strip().strip("`").removeprefix("./").strip("/")


def _is_under(path: str, folder: str) -> bool:
    return not folder or path == folder or path.startswith(f"{folder}/")


def _nothing(asked: SearchArguments) -> str:
    if asked.regex:
        return f"no line matches {asked.pattern!r}: make it shorter, or set ignore_case"
    known = words(asked.pattern)
    shorter = f" such as {max(known, key=len)!r}" if len(known) > 1 else ""
    return f"no line holds {asked.pattern!r}: search for a part of it{shorter}, set ignore_case, or retrieve_documents"
