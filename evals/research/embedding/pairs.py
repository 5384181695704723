"""Questions and what answers them, read from the archives of public packages: what the bundled model is trained on.

docstring   first sentence of a docstring or documentation comment → the definition without it
comment     a comment inside a function                            → the lines that it stands above
section     heading below its parent heading                       → text of the section
example     paragraph above a code block                           → the code
name        words of a name                                        → an undocumented definition, its name left out
"""

from __future__ import annotations

import hashlib
import io
import re
import tarfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.embedding.dense import header_text
from citeline.indexing.extraction.decoding import split_lines
from citeline.indexing.parsers.languages import format_of, language_of, language_row
from citeline.indexing.parsers.registry import parse
from citeline.model import CALLABLE_KINDS, TYPE_KINDS, Chunk, Node, ParsedDocument, SourceFile
from citeline.text import split_identifier

PairKind: TypeAlias = Literal["docstring", "comment", "section", "example", "name"]

_FILES: Final = 250
_PAIRS: Final[dict[PairKind, int]] = {"docstring": 1000, "comment": 200, "section": 300, "example": 250, "name": 100}
"""At most, of one package: none of them shall teach the model its own words."""
_MAX_FILE_BYTES: Final = 200_000
_BODY_CHARS: Final = 1_500
"""As much as a chunk holds."""
_LEFT_OUT: Final = frozenset(
    "vendor _vendor vendored _vendored extern external"  # noqa: SIM905 - as a list of quoted words it would fill a page
    " contrib node_modules third_party thirdparty third-party locale"
    " flask requests fastapi express trpc vitest gin chi gson monolog sinatra rack axum serde libuv fmt fmtlib dapper"
    " ktor cats vapor plug telescope nvm xmonad clap octocode dramatiq tokenizers pip"
    # The rest of the public benchmark that `code-search` is half of.
    " aiohttp httpx starlette pydantic axios redux guzzle zod cobra".split()
)
"""Folders: copies of other projects, and the repositories that Citeline is, or may be, measured on."""
_BUILT: Final = re.compile(r"[.-]min\.|\.d\.[cm]?ts$|(^|/)(umd|cjs|esm5|es5|esm2015|fesm[0-9]*|bundles)/")
_PYTHON_DOCSTRING: Final = re.compile(r"[rRuUbB]{0,2}(\"\"\"|''')[\s\S]*?\1")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?;:])\s|\n\s*\n|\n\s*[@:\\-]")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_LICENCE: Final = re.compile(r"(?i)copyright|licen[sc]e|todo|fixme|xxx|generated|eslint|noqa|pylint|type:\s*ignore")


@dataclass(frozen=True, slots=True)
class Pair:
    """A question and a text that answers it."""

    package: str
    kind: PairKind
    question: str
    header: str
    """As `dense.header_text` gives it."""
    text: str
    rest: str = ""
    """What a docstring says after its first sentence."""


def pairs_of(archive: Path, package: str) -> list[Pair]:
    """The pairs of one archive; the same ones every time."""
    found: list[Pair] = []
    counts: Counter[PairKind] = Counter()
    seen: set[bytes] = set()
    for path, data in _chosen_files(archive):
        source = _source(path, data)
        if source is None:
            continue
        for pair in _pairs_in(source, package):
            digest = hashlib.blake2b(pair.text.encode("utf-8", "ignore"), digest_size=8).digest()
            if digest not in seen and counts[pair.kind] < _PAIRS[pair.kind]:
                seen.add(digest)
                counts[pair.kind] += 1
                found.append(pair)
    return found


def _chosen_files(archive: Path) -> list[tuple[str, bytes]]:
    """Code and prose, without what was built from it; at most `_FILES`, chosen by the hash of their paths."""
    paths = [path for path in dict.fromkeys(_names(archive)) if _is_wanted(path)]
    if any("/src/" in f"/{path}" for path in paths):
        paths = [path for path in paths if not re.search(r"(^|/)(dist|lib|build|es|esm|module)/", path)]
    paths.sort(key=lambda path: hashlib.blake2b(path.encode()).digest())
    chosen = frozenset(paths[:_FILES])
    return [(path, data) for path, data in _members(archive, chosen) if data]


def _is_wanted(path: str) -> bool:
    if frozenset(part.lower() for part in PurePosixPath(path).parts) & _LEFT_OUT or _BUILT.search(path):
        return False
    return format_of(language_of(path)) in {"code", "prose"} and not path.lower().endswith((".html", ".htm", ".ipynb"))


def _names(archive: Path) -> list[str]:
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            return [_inner(entry.filename) for entry in packed.infolist() if 200 < entry.file_size < _MAX_FILE_BYTES]
    with tarfile.open(archive) as packed:
        return [_inner(entry.name) for entry in packed if entry.isreg() and 200 < entry.size < _MAX_FILE_BYTES]


def _members(archive: Path, chosen: frozenset[str]) -> Iterator[tuple[str, bytes]]:
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            for name in packed.namelist():
                if _inner(name) in chosen:
                    yield _inner(name), packed.read(name)
        return
    with tarfile.open(archive) as packed:
        for entry in packed:
            if entry.isreg() and _inner(entry.name) in chosen:
                content = packed.extractfile(entry) or io.BytesIO()
                yield _inner(entry.name), content.read()


def _inner(name: str) -> str:
    """The path without the folder that source archives lie in."""
    first, _, rest = name.removeprefix("./").partition("/")
    return rest if rest and (re.search(r"-v?[0-9]", first) or first == "package") else name


def _source(path: str, data: bytes) -> SourceFile | None:
    try:
        lines, newline = split_lines(data.decode("utf-8"))
    except UnicodeDecodeError:
        return None
    if max(map(len, lines), default=0) > 2_000:
        return None
    return SourceFile(path, tuple(lines), hashlib.sha256(data).hexdigest(), len(data), 0, newline=newline)


def _pairs_in(source: SourceFile, package: str) -> Iterator[Pair]:
    document = parse(source)
    for position, node in enumerate(document.nodes):
        if node.kind in CALLABLE_KINDS or node.kind in TYPE_KINDS:
            yield from _pairs_of_definition(source, document, node, package)
        elif node.kind == "heading":
            yield from _pair_of_section(source, document, position, package)
        elif node.kind == "codeblock":
            yield from _pair_of_example(source, node, package)


def _header(source: SourceFile, node: Node, *names: str) -> str:
    scope = node.qualified_name.rpartition(".")[0]
    return header_text(source.path, Chunk("code", 1, 1, "", "", scope, 0, names))


def _pairs_of_definition(source: SourceFile, document: ParsedDocument, node: Node, package: str) -> Iterator[Pair]:
    text = source.slice(node.start_line, node.end_line)[: 2 * _BODY_CHARS]
    if node.docstring and document.language == "python":
        text = _PYTHON_DOCSTRING.sub("", text, count=1)
    text = text[:_BODY_CHARS]
    words = split_identifier(node.name)
    if len(text) < 60:
        return
    first, rest = first_sentence(node.docstring)
    if first:
        yield Pair(package, "docstring", first, _header(source, node, node.name), text, rest)
    elif len(words) > 1 and node.kind in CALLABLE_KINDS and len(text) > 150:
        yield Pair(package, "name", " ".join(words), _header(source, node), text.replace(node.name, " "))
    if node.kind in CALLABLE_KINDS:
        yield from _pairs_of_comments(source, document, node, package)


def first_sentence(docstring: str) -> tuple[str, str]:
    """The first sentence and what follows it; two empty strings when it has too few words or too many."""
    head, *tail = _SENTENCE_END.split(docstring.strip(), maxsplit=1)
    question = " ".join(head.split())
    if not 3 <= len(_WORD.findall(question)) <= 40 or _LICENCE.search(question) or not question.isascii():
        return "", ""
    return question, tail[0][:600] if tail else ""


def _pairs_of_comments(source: SourceFile, document: ParsedDocument, node: Node, package: str) -> Iterator[Pair]:
    mark = language_row(document.language).line_comment.partition(" ")[0]
    if not mark:
        return
    lines = source.lines[node.start_line : node.end_line]
    at = 0
    while at < len(lines):
        start = at
        while at < len(lines) and lines[at].lstrip().startswith(mark):
            at += 1
        if at == start:
            at += 1
            continue
        question = " ".join(line.strip().lstrip(mark + "!").strip() for line in lines[start:at])
        code = []
        for line in lines[at : at + 10]:
            if not line.strip() or line.lstrip().startswith(mark):
                break
            code.append(line)
        text = "\n".join(code)
        if 4 <= len(_WORD.findall(question)) <= 30 and len(text) > 60 and not _LICENCE.search(question):
            yield Pair(package, "comment", question, _header(source, node, node.name), text)


def _pair_of_section(source: SourceFile, document: ParsedDocument, position: int, package: str) -> Iterator[Pair]:
    node = document.nodes[position]
    below = (
        other.start_line for other in document.nodes if other.kind == "heading" and other.start_line > node.start_line
    )
    end = min(node.end_line, min(below, default=node.end_line + 1) - 1)
    text = source.slice(node.start_line + 1, end).strip()[:_BODY_CHARS]
    parent = document.nodes[node.parent] if node.parent else None
    above = parent.name if parent is not None and parent.kind == "heading" else ""
    if len(text) < 120 or not _WORD.search(node.name) or len(_WORD.findall(f"{above} {node.name}")) < 2:
        return
    yield Pair(package, "section", f"{above} {node.name}".strip(), _header(source, node), text)


def _pair_of_example(source: SourceFile, node: Node, package: str) -> Iterator[Pair]:
    code = node.data.get("code")
    text = (code if isinstance(code, str) else source.slice(node.start_line, node.end_line))[:_BODY_CHARS]
    at = node.start_line - 2
    while at >= 0 and not source.lines[at].strip():
        at -= 1
    end = at + 1
    while at >= 0 and source.lines[at].strip():
        at -= 1
    question = " ".join(" ".join(source.lines[at + 1 : end]).split())
    if 4 <= len(_WORD.findall(question)) <= 50 and len(text) > 40 and not question.startswith(("..", "|", "```")):
        yield Pair(package, "example", question, _header(source, node), text)
