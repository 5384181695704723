"""Matched pairs: a true and a subtly false sentence about the same lines, written by hand or changed by one word."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Final

from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.walk import WalkedFile, walk
from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile
from citeline.tools.citations.passage import Passage

from .corpora import Definition, Document, Repository, read_repositories
from .labelled_set import documentation_pairs

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
_MOST_OF_ONE: Final = 25
"""Changed sentences of one repository, so that none outweighs the others."""
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])|\n\s*\n|\n\s*[:@\\-]")
_WORDS: Final = range(5, 40)
_COMMENT: Final = re.compile(r"^[ \t]*(?:///?|//!|/\*\*?|\*).*\n?", re.MULTILINE)


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
    documents: dict[Path, Document] = {}
    for line in files(__package__).joinpath("matched.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        root = corpora / told["repository"].replace("/", "+")
        if not (root / told["path"]).is_file():
            continue
        if root / told["path"] not in documents:
            documents[root / told["path"]] = _read(root, told["path"])
        document = documents[root / told["path"]]
        passage = document.passage(told["start_line"], told["end_line"])
        held_out = told["repository"] in HELD_OUT
        language = document.parsed.language
        yield MatchedPair(
            told["repository"], language, held_out, told["relation"], told["true"], told["false"], passage
        )


def changed_pairs(folders: list[Path]) -> Iterator[MatchedPair]:
    """Sentences of docstrings over the code below them, each with one word changed; every folder is a repository."""
    for folder in folders:
        for repository in read_repositories(folder.parent, (folder.name,)):
            yield from _changed(repository, Random(folder.name))


def changed_documentation(folders: list[Path]) -> Iterator[MatchedPair]:
    """Sentences of documentation that open with a symbol, over its definition, each with one word changed.

    One in four is not shown by the definition; its twin is wrong all the same.
    """
    for folder in folders:
        for repository in read_repositories(folder.parent, (folder.name,)):
            random = Random(folder.name)
            for pair in documentation_pairs(repository):
                false, relation = _change(pair.sentence, random)
                if relation:
                    half = sum(map(ord, repository.name)) % 2 == 1
                    yield MatchedPair(
                        repository.name, pair.language, half, relation, pair.sentence, false, pair.passage
                    )


def _read(root: Path, path: str) -> Document:
    entry = WalkedFile(path, (root / path).stat().st_size, 0)
    source = read_source(root, entry, max_file_bytes=1_000_000)
    assert isinstance(source, SourceFile), path
    return Document(source, parse(source))


def _changed(repository: Repository, random: Random) -> Iterator[MatchedPair]:
    documented = [d for d in repository.definitions if d.node.docstring]
    random.shuffle(documented)
    found = 0
    for definition in documented:
        for sentence in _sentences(definition):
            false, relation = _change(sentence, random)
            if not relation or found >= _MOST_OF_ONE:
                continue
            found += 1
            language = definition.document.parsed.language
            half = sum(map(ord, repository.name)) % 2 == 1
            yield MatchedPair(repository.name, language, half, relation, sentence, false, _bare(definition))


def _bare(definition: Definition) -> Passage:
    passage = definition.undocumented
    if definition.document.parsed.language == "python":
        return passage
    return replace(passage, text=_COMMENT.sub("", passage.text))


def _sentences(definition: Definition) -> Iterator[str]:
    for raw in _SENTENCE.split(definition.node.docstring.strip()):
        sentence = " ".join(raw.split())
        if len(sentence.split()) in _WORDS:
            yield sentence


def _swap(*words: tuple[str, str]) -> tuple[re.Pattern[str], Callable[[re.Match[str]], str]]:
    table = {**dict(words), **{other: word for word, other in words}}
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, table))})\b")
    return pattern, lambda found: table[found[0]]


_ERROR: Final = re.compile(r"\b[A-Z]\w*(?:Error|Exception)\b")
_CHANGES: Final[tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    ("raises", _ERROR, lambda found: "LookupError" if found[0] != "LookupError" else "OSError"),
    ("outcome", *_swap(("raises", "returns"), ("throws", "ignores"), ("panics", "succeeds"))),
    ("value", *_swap(("True", "False"), ("true", "false"), ("empty", "non-empty"))),
    ("condition", *_swap(("if not", "if"), ("is not", "is"), ("unless", "if"), ("only if", "even if"))),
    ("comparison", *_swap(("greater", "less"), ("at least", "at most"), ("minimum", "maximum"), ("more", "fewer"))),
    ("order", *_swap(("before", "after"), ("first", "last"), ("ascending", "descending"))),
    ("count", re.compile(r"(?<![\w.])\d+(?![\w.])"), lambda found: str(int(found[0]) + 1)),
    ("optional", *_swap(("optional", "required"), ("public", "private"), ("sync", "async"))),
)
"""One word for another, by the relation that it turns round; the first that fits is taken."""


def _change(sentence: str, random: Random) -> tuple[str, str]:
    """The sentence with one word changed, and the relation; two empty texts where nothing fits."""
    fitting = [change for change in _CHANGES if change[1].search(sentence)]
    if not fitting:
        return "", ""
    relation, pattern, changed = random.choice(fitting)
    return pattern.sub(changed, sentence, count=1), relation


def folders_of(trees: list[Path]) -> list[Path]:
    """The folders below some folders, each a repository or a package."""
    return [folder for tree in trees for folder in sorted(tree.iterdir()) if folder.is_dir() and walk_holds(folder)]


def walk_holds(folder: Path) -> bool:
    """Whether a folder has a file that is read at all."""
    return not folder.name.startswith((".", "_")) and bool(walk(folder, max_file_bytes=200_000).files)
