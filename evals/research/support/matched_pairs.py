"""Matched pairs: a true and a subtly false sentence about the same lines, written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.parsers.registry import parse
from citeline.model import ParsedDocument, SourceFile
from citeline.tools.citations.passage import Passage, constants_in, lines_behind

HELD_OUT: Final = frozenset(
    "encode/httpx pallets/click sindresorhus/got go-chi/chi spf13/cobra apache/tika sharkdp/fd tokio-rs/axum"  # noqa: SIM905
    " serilog/serilog koajs/koa".split()
)
"""Of the pairs written by hand: nothing was built by looking at them. Each language stands on both sides."""
LATER: Final = frozenset({"encode/uvicorn", "caddyserver/caddy", "sindresorhus/execa", "pallets/jinja"})
"""Written when the rules stood, to see how much the others flatter."""
LAST: Final = frozenset(
    "jsvine/pdfplumber microsoft/markitdown tafia/calamine vitest-dev/vitest ktorio/ktor"  # noqa: SIM905
    " vapor/vapor Seldaek/monolog".split()
)
"""Written when contradictions had been added, on repositories that no rule had seen."""
NEWEST: Final = frozenset(
    "go-task/task colinhacks/zod apache/poi sharkdp/bat fastapi/fastapi SpamScope/mail-parser"  # noqa: SIM905
    " modelcontextprotocol/registry".split()
)
"""Written when tables, quoted expressions and orders had been added, and run once."""
CUT: Final = frozenset(
    "pypa/twine sindresorhus/p-queue gorilla/mux jhy/jsoup serde-rs/json App-vNext/Polly".split()  # noqa: SIM905
)
"""Written when cut lines had come to prove nothing, one of each language, and run once."""
MENDED: Final = frozenset(
    "marshmallow-code/marshmallow BurntSushi/toml dtolnay/semver apache/commons-csv npm/node-semver"  # noqa: SIM905
    " FluentValidation/FluentValidation".split()
)
"""Written when the misses of those had been mended, and run once."""
SPLITS: Final = {
    "later": ("written by hand when the rules stood", LATER),
    "last": ("written by hand when contradictions had been added", LAST),
    "newest": ("written by hand when tables and orders had been added", NEWEST),
    "mended": ("written by hand when the misses of the next had been mended", MENDED),
    "cut": ("written by hand when cut lines had come to prove nothing", CUT),
}
_Document: TypeAlias = tuple[SourceFile, ParsedDocument]


@dataclass(frozen=True, slots=True)
class MatchedPair:
    """One pair with its lines."""

    repository: str
    language: str
    held_out: bool
    relation: str
    true: str
    false: str
    passage: Passage


def written_pairs(corpora: Path) -> Iterator[MatchedPair]:
    """Pairs of `matched.jsonl` whose repository stands under CORPORA as `owner+name`, at its commit."""
    documents: dict[Path, _Document] = {}
    for line in Path(__file__).with_name("matched.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        root = corpora / told["repository"].replace("/", "+")
        if not (root / told["path"]).is_file():
            continue
        if root / told["path"] not in documents:
            documents[root / told["path"]] = _read(root, told["path"])
        document = documents[root / told["path"]]
        passage = _passage(document, told["start_line"], told["end_line"])
        held_out = told["repository"] in HELD_OUT
        language = document[1].language
        yield MatchedPair(
            told["repository"], language, held_out, told["relation"], told["true"], told["false"], passage
        )


def _read(root: Path, path: str) -> _Document:
    entry = WalkedFile(path, (root / path).stat().st_size, 0)
    source = read_source(root, entry, max_file_bytes=1_000_000)
    assert isinstance(source, SourceFile), path
    return source, parse(source)


def _passage(document: _Document, start: int, end: int) -> Passage:
    """Lines with the innermost definition or section around them."""
    source, parsed = document
    around = [node for node in parsed.nodes[1:] if node.start_line <= start and end <= node.end_line]
    node = min(around, key=lambda node: node.end_line - node.start_line, default=None)
    scope, signature = (node.qualified_name, node.signature) if node else ("", "")
    ended = node is not None and node.end_line == end
    text = source.slice(start, end)
    constants, behind = constants_in(text, source.lines), lines_behind(source.lines, end)
    return Passage(text, start, end, source.path, scope, signature, ended=ended, constants=constants, behind=behind)
