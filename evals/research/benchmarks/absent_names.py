"""Questions about names that a repository has, and about names that it lacks, made from its own questions.

A name of the repository is replaced by another one, or a frame puts one beside the question. Names are real: symbols,
files, options and variables of the repository itself, or of the others and absent from every file of this one, letter
by letter and in any other spelling. What is there is read from the files, not from the index that is judged.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final, Literal, TypeAlias, get_args

from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.walk import walk
from citeline.model import SourceFile
from citeline.text import fold, identifiers_in

NameKind: TypeAlias = Literal["symbol", "variable", "option", "file", "product"]
KINDS: Final[tuple[NameKind, ...]] = get_args(NameKind)

_MOST_BYTES: Final = 1_000_000
_LEAST: Final = 6
_LONGEST: Final = 30
_IDENTIFIER: Final = re.compile(r"(?<![\w$-])[A-Za-z_][A-Za-z0-9_]*(?![\w$-])")
_SHAPED: Final = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]")
_VARIABLE: Final = re.compile(r"[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+")
_OPTION: Final = re.compile(r"(?<![\w-])--[a-z][a-z-]+[a-z](?![\w-])")
_COMMON_FILES: Final = frozenset({"readme", "index", "main", "license", "changelog", "package", "setup", "mod", "lib"})
PRODUCTS: Final = (  # noqa: SIM905 - one word per quote and comma would be harder to check
    "Redis Kafka PostgreSQL React MongoDB RabbitMQ Celery Elasticsearch Django Kubernetes Docker Stripe Terraform"
    " Memcached Cassandra GraphQL Prometheus Nginx TensorFlow Spring Temporal Hasura Ollama Bazel Tailwind Storybook"
    " Appium Gatling Wireshark Blender Matomo Strapi Directus PocketBase Appwrite Upstash Buildkite Ghidra Locust Zod"
).split()
"""Half of them are in no list of the package."""
_FRAMES: Final[dict[NameKind, tuple[str, ...]]] = {
    "symbol": (
        "{q} in {n}",
        "which methods does {n} override for {q}?",
        "what does `{n}` do for {q}",
        "{q}: who calls {n}()?",
    ),
    "variable": ("{q} when {n} is set", "where is {n} read for {q}?"),
    "option": ("{q} when {n} is given", "what does {n} change about {q}?"),
    "file": ("{q} in {n}", "what does {n} contain about {q}?"),
    "product": ("{q} with the {n} backend", "how does {n} take part in {q}?", "{q} using {n}"),
}


@dataclass(frozen=True, slots=True)
class Names:
    """What is written in the files of a repository."""

    by_kind: dict[NameKind, list[str]]
    text: str
    """All of it, with the paths, in lower case."""
    folded: frozenset[str]
    """Every identifier without case and separators."""

    def hold(self, name: str) -> bool:
        """Whether the name occurs, as it is or spelled otherwise."""
        return name.lower() in self.text or fold(name) in self.folded


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A question that takes a name for granted."""

    text: str
    name: str
    kind: NameKind


def read_names(root: Path) -> Names:
    """The names in the text files that an index of the tree holds."""
    found: dict[NameKind, set[str]] = {kind: set() for kind in KINDS}
    texts: list[str] = []
    identifiers: set[str] = set()
    for file in walk(root, max_file_bytes=_MOST_BYTES).files:
        source = read_source(root, file, max_file_bytes=_MOST_BYTES)
        if not isinstance(source, SourceFile):
            continue
        texts += [source.path, source.text]
        here = set(_IDENTIFIER.findall(source.text))
        identifiers |= here
        found["variable"] |= {name for name in here if _VARIABLE.fullmatch(name)}
        found["symbol"] |= {name for name in here if _SHAPED.search(name)}
        found["option"] |= set(_OPTION.findall(source.text))
        path = PurePosixPath(source.path)
        if path.suffix and path.stem.lower() not in _COMMON_FILES:
            found["file"].add(path.name)
    text = "\n".join(texts).lower()
    found["product"] = {name for name in PRODUCTS if re.search(rf"\b{name.lower()}\b", text)}
    sized: dict[NameKind, list[str]] = {
        kind: sorted(name for name in names if kind == "product" or _LEAST <= len(name) <= _LONGEST)
        for kind, names in found.items()
    }
    return Names(sized, text, frozenset(map(fold, identifiers)))


def present_questions(own: Names, asked: Sequence[str], each: int, seed: int) -> Iterator[NameQuestion]:
    """Questions about names that are there, `each` of a kind where there are so many."""
    chooser = random.Random(seed)
    for kind in KINDS:
        names = own.by_kind[kind]
        for name in chooser.sample(names, min(each, len(names))):
            yield _ask(own, chooser, asked, name, kind)


def absent_questions(
    own: Names, others: Sequence[Names], asked: Sequence[str], each: int, seed: int
) -> Iterator[NameQuestion]:
    """Questions about names of other repositories, or of well-known software, that are not there."""
    chooser = random.Random(seed)
    for kind in KINDS:
        pool = PRODUCTS if kind == "product" else sorted({name for names in others for name in names.by_kind[kind]})
        chosen = (name for name in chooser.sample(pool, min(len(pool), 40 * each)) if not own.hold(name))
        for _, name in zip(range(each), chosen, strict=False):
            yield _ask(own, chooser, asked, name, kind)


def _ask(own: Names, chooser: random.Random, asked: Sequence[str], name: str, kind: NameKind) -> NameQuestion:
    question = chooser.choice(asked)
    last_parts = (re.split(r"\W+", word)[-1] for word in identifiers_in(question))
    shaped = [part for part in last_parts if part and own.hold(part)]
    if kind == "symbol" and shaped:
        replaced = re.sub(rf"(?<!\w){re.escape(shaped[0])}(?!\w)", lambda _: name, question)
        return NameQuestion(replaced, name, kind)
    written = name.lower() if kind == "product" and chooser.random() < 0.5 else name
    text = chooser.choice(_FRAMES[kind]).format(q=question.rstrip("?. "), n=written)
    return NameQuestion(text, written, kind)
