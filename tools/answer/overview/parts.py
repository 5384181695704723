"""The main parts of a corpus, ranked, and how they depend on each other, from the graph of its files."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from math import log2
from posixpath import basename, dirname
from typing import Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.model import StoredDocument
from citeline.patterns import re

from .manifests import manifests_of
from .model import Dependency, Part, ProjectFact
from .prose import purpose_of
from .summaries import Summary, doors_of, speaks_for_folder, summary_of_file, summary_of_own_type, summary_of_text
from .texts import Texts, stem_of

_ASIDE_FOLDER: Final = re.compile(
    r"^_*(?:examples?|tests?|docs?|documentation|website|site|scripts?|tools?_?scripts|ci|\..*|build|cmake|etc|misc|contrib|assets|static|dist"
    r"|templates|tasks|hack|bench\w*|perf|fuzz\w*|stubs|migrations|po|i18n|locales?|translations)$",
    re.IGNORECASE,
)
"""Top folders beside the product, unless there is nothing else."""
_BUILD_FILE: Final = re.compile(
    r"^(?:setup|conf|noxfile|conftest|tasks|gulpfile|gruntfile|rakefile|makefile|build|_*version_*|.*\.config|.*rc)\.[\w.]+$"
    r"|^(?:rakefile|makefile|dockerfile|gemfile|package\.swift|build\.sbt|mix\.exs)$|\.d\.ts$|\.gemspec$|\.min\.",
    re.IGNORECASE,
)
_NOT_PRODUCT: Final = frozenset(
    {"makefile", "css", "scss", "less", "dockerfile", "cmake", "html", "batch", "sql", "ejs"}
)
_WEB: Final = frozenset({"javascript", "typescript"})
_SERVED: Final = frozenset({"static", "public", "assets", "webapp", "wwwroot"})
"""Folders that a server hands out: mostly of others, copied."""
_SHELLS: Final = frozenset({"bash", "powershell", "batch"})
_SHARE_TO_DESCEND: Final = 0.75
"""Of the lines: a folder that holds so many is where the parts are."""
_SHARE_TO_SPLIT: Final = 0.5
"""Of the lines: a folder beside others that holds so many is told by what lies in it."""
_LEAST_INNER: Final = 3
"""Files and folders in a folder from which on they are parts of their own."""
_MAX_PARTS: Final = 12
_MAX_DEPENDENCIES: Final = 60
_TRIED_PAIRS: Final = 4
"""Pairs of files that are asked for the line that shows a dependency: equal names alone show none."""
_REFERENCE: Final = 0.2
"""What a use of a name counts beside an import: files of one package need none."""
_COMPAT, _INTERNAL, _SUPPORT, _EXPORTED = 0.5, 0.75, 0.6, 1.5
_SUPPORT_STEM: Final = re.compile(
    r"^_*(?:utils?|utilities|helpers?|common|misc|constants?|consts|types?|typing|errors?|exceptions?|structures|compat"
    r"|version|defaults|globals|shared|support|internal|debug|deprecated)$",
    re.IGNORECASE,
)
"""What everything else uses and a newcomer reads last."""
_DOCUMENTS_TO_CODE: Final = 2.0
"""Lines of prose for each of code from which on a corpus is one of documents, if its code hangs together loosely."""
_SITE: Final = 25.0
"""From which on its code only builds the site: of a handbook 48, of FastAPI with its pages in ten languages 12."""
_LOOSE: Final = 0.5
"""Imports between the files of the product, a file."""
_SENTENCES: Final = 2
_TRIED: Final = 6
"""Files of a folder that are looked at."""


@dataclass(frozen=True, slots=True)
class Product:
    """What counts as product in a corpus."""

    root: str
    """Folder that holds the parts; empty for the root."""
    documents: Sequence[StoredDocument]
    is_prose: bool
    """Whether it is a corpus of documents."""


def product_of(texts: Texts, folder: str = "") -> Product:
    """The code of the product below a folder; the documents where there is hardly any code."""
    code = [
        d for d in texts.documents if d.format == "code" and d.language not in _NOT_PRODUCT and not texts.is_aside(d)
    ]
    own = [d for d in code if not is_beside(d.path) and not _BUILD_FILE.search(basename(d.path))]
    code = _without_served(_without_scripts(own or code))
    if folder:
        within = [d for d in code if d.path.startswith(folder + "/")]
        return Product(_descend(within, folder), within, is_prose=False) if within else product_of(texts)
    pages = [d for d in texts.documents if d.format in ("prose", "text") and d.line_count > 1]
    prose = [d for d in pages if not texts.is_aside(d)] or pages
    if code and not _is_prose(texts, code, prose):
        return Product(_descend(code, ""), code, is_prose=False)
    return Product("", prose, is_prose=True)


def _without_scripts(code: list[StoredDocument]) -> list[StoredDocument]:
    """Files of a shell build and check a product, unless most of it is written so."""
    product = [document for document in code if document.language not in _SHELLS]
    lines = sum(document.line_count for document in product)
    return product if 2 * lines > sum(document.line_count for document in code) else code


def _without_served(code: list[StoredDocument]) -> list[StoredDocument]:
    """Scripts of web pages are beside a product in another language, whatever their size."""
    served = {
        one.path
        for one in code
        if one.language in _WEB and not _SERVED.isdisjoint(dirname(one.path).lower().split("/"))
    }
    product = [one for one in code if one.path not in served]
    other = sum(one.language not in _WEB for one in product)
    return product if other > len(product) - other else code


def is_beside(path: str) -> bool:
    """Whether a path lies in a top folder beside the product."""
    return _ASIDE_FOLDER.match(path.split("/", 1)[0]) is not None


def _is_prose(texts: Texts, code: Sequence[StoredDocument], prose: Sequence[StoredDocument]) -> bool:
    lines = sum(document.line_count for document in code)
    pages = sum(document.line_count for document in prose)
    if pages <= _DOCUMENTS_TO_CODE * lines or pages > _SITE * lines:
        return pages > _SITE * lines
    inside = {int(document.id) for document in code}
    imports = sum(1 for a, b, kind, _ in _file_edges(texts) if kind == "imports" and a in inside and b in inside)
    return imports < _LOOSE * len(code)


def _descend(documents: Sequence[StoredDocument], folder: str) -> str:
    """The folder in which the parts lie side by side."""
    while True:
        sizes: Counter[str] = Counter()
        for document in documents:
            rest = _inside(document.path, folder)
            if rest is not None:
                sizes[rest.split("/", 1)[0] if "/" in rest else ""] += document.line_count
        total = sum(sizes.values())
        largest = max((name for name in sizes if name), key=lambda name: sizes[name], default="")
        if not largest or sizes[largest] < _SHARE_TO_DESCEND * total:
            return folder
        folder = f"{folder}/{largest}" if folder else largest


def _inside(path: str, folder: str) -> str | None:
    if not folder:
        return path
    return path[len(folder) + 1 :] if path.startswith(folder + "/") else None


def parts_of(texts: Texts, product: Product, purposes: Mapping[str, ProjectFact]) -> list[Part]:
    """Folders and files side by side, the most important first; `purposes`: what pages and manifests say of them."""
    groups = _split(_groups(product.documents, product.root))
    users = _users(texts, product)
    exported = exported_of(texts, product)
    weights = {key: _weight(texts, documents, users, exported, product) for key, documents in groups.items()}
    best = sorted(groups, key=lambda key: (-weights[key], key))[:_MAX_PARTS]
    return [part for key in best if (part := _part(texts, *key, groups[key], weights[key], purposes)) is not None]


_Groups: TypeAlias = dict[tuple[str, bool], list[StoredDocument]]
"""Path and whether it is a folder, to the files in it."""


def _groups(documents: Sequence[StoredDocument], folder: str) -> _Groups:
    """Documents by what lies in a folder; those beside it by what lies at the root."""
    groups: _Groups = defaultdict(list)
    for document in documents:
        rest = _inside(document.path, folder)
        if rest is None:
            # A module beside the one that holds nearly everything.
            groups[document.path.split("/", 1)[0], "/" in document.path].append(document)
        else:
            name = rest.split("/", 1)[0]
            groups[f"{folder}/{name}" if folder else name, "/" in rest].append(document)
    return groups


def _split(groups: _Groups) -> _Groups:
    """Without a folder that holds most of all, which is told by what lies in it."""
    while True:
        sizes = {key: sum(document.line_count for document in documents) for key, documents in groups.items()}
        largest = max(sizes, key=lambda key: sizes[key], default=("", False))
        if not largest[1] or sizes[largest] < _SHARE_TO_SPLIT * sum(sizes.values()):
            return groups
        inner = _groups(groups[largest], largest[0])
        if len(inner) < _LEAST_INNER and not all(is_folder for _, is_folder in inner):
            return groups
        groups = {**{key: documents for key, documents in groups.items() if key != largest}, **inner}


def _weight(
    texts: Texts,
    documents: Sequence[StoredDocument],
    users: Mapping[int, int],
    exported: Collection[int],
    product: Product,
) -> float:
    lines = sum(document.line_count for document in documents)
    used = max(users.get(int(document.id), 0) for document in documents)
    weight = log2(2 + lines) * (1 + log2(1 + used + sum(document.pagerank for document in documents)))
    terms = texts.terms(documents[0].path)
    if len(documents) == 1 and terms.is_compat:
        weight *= _COMPAT
    if len(documents) == 1 and _SUPPORT_STEM.match(stem_of(documents[0].path)):
        weight *= _SUPPORT
    if any(int(document.id) in exported for document in documents):
        weight *= _EXPORTED
    if terms.is_internal:
        weight *= _INTERNAL
    if any(_inside(document.path, product.root) is None for document in documents):
        weight *= _COMPAT
    return weight


def _users(texts: Texts, product: Product) -> Counter[int]:
    """Files of the product that import a file of it, or use its names."""
    inside = {int(document.id) for document in product.documents}
    pairs = {(a, b) for a, b, _, _ in _file_edges(texts) if a in inside and b in inside and a != b}
    return Counter(b for _, b in pairs)


def exported_of(texts: Texts, product: Product) -> set[int]:
    """Documents that the files import which open the product: `__init__`, `index`, `lib` beside the parts, or above."""
    doors = {
        int(document.id)
        for document in product.documents
        if entry_stem(document.path) and dirname(document.path) in (product.root, "", f"{product.root}/src")
    }
    return {b for a, b, kind, _ in _file_edges(texts) if kind == "imports" and a in doors} - doors


def _part(
    texts: Texts,
    path: str,
    is_folder: bool,
    documents: Sequence[StoredDocument],
    rank: float,
    purposes: Mapping[str, ProjectFact],
) -> Part | None:
    lines = sum(document.line_count for document in documents)
    if (stated := purposes.get(path)) is not None:
        fact = stated.told_as("parts", "part", path)
        return Part(path, is_folder, len(documents), lines, rank, fact.draft.fact["object"], fact)
    within = [one for one in texts.documents if one.path.startswith(f"{path}/")] if is_folder else []
    told = summaries_of_folder(texts, path, within) if is_folder else [summary_of_file(texts, documents[0])]
    summary = told[0] if told else None
    if summary is None:
        first = doors_of(documents, path)[0]
        fact = ProjectFact.of("parts", "part", path, basename(first.path), first, 1, min(3, first.line_count))
        return Part(path, is_folder, len(documents), lines, rank, "", fact)
    fact = ProjectFact("parts", summary.draft(path), summary.document.path)
    return Part(path, is_folder, len(documents), lines, rank, fact.draft.fact["object"], fact)


def dependencies_of(texts: Texts, parts: Sequence[Part]) -> list[Dependency]:
    """Which part imports which, the strongest first, each with the line of an import where there is one."""
    part_of = _part_by_document(texts, parts)
    weights: Counter[tuple[str, str]] = Counter()
    pairs: dict[tuple[str, str], list[tuple[float, int, int]]] = defaultdict(list)
    for source, target, kind, weight in _file_edges(texts):
        ends = (part_of.get(source, ""), part_of.get(target, ""))
        if not all(ends) or ends[0] == ends[1]:
            continue
        worth = weight if kind == "imports" else _REFERENCE * weight
        weights[ends] += worth  # type: ignore[assignment]  # a Counter of numbers, not only of integers
        pairs[ends].append((worth, source, target))
    found = []
    for ends, worth in weights.most_common(_MAX_DEPENDENCIES):
        strongest = sorted(pairs[ends], reverse=True)[:_TRIED_PAIRS]
        shown = (_shown_by(texts, ends, source, target) for _, source, target in strongest)
        if fact := next((fact for fact in shown if fact is not None), None):
            found.append(Dependency(*ends, float(worth), fact))
    return found


def _shown_by(texts: Texts, ends: tuple[str, str], source: int, target: int) -> ProjectFact | None:
    """The first line of a file at which it imports, else uses, another one; None where only tests in it do."""
    rows = texts.structure.rows(
        "SELECT e.type, MIN(e.line) FROM nodes s CROSS JOIN edges e ON e.src = s.id JOIN nodes t ON t.id = e.dst"
        " WHERE s.doc_id = ? AND t.doc_id = ? AND e.type IN ('imports', 'calls', 'inherits', 'references')"
        " GROUP BY e.type",
        (source, target),
    )
    lines: dict[str, int] = dict(rows)
    line = next((lines[kind] for kind in ("imports", "inherits", "calls", "references") if kind in lines), 0)
    if line < 1 or texts.lookups.is_tested(source, line):
        return None
    return ProjectFact.of("parts", "depends", *ends, texts.by_id[source], line, line)


def _part_by_document(texts: Texts, parts: Sequence[Part]) -> dict[int, str]:
    files = {part.path for part in parts if not part.is_folder}
    folders = [part.path for part in parts if part.is_folder]
    found: dict[int, str] = {}
    for document in texts.documents:
        if texts.is_aside(document):
            continue
        if document.path in files:
            found[int(document.id)] = document.path
        elif folder := next((folder for folder in folders if document.path.startswith(folder + "/")), ""):
            found[int(document.id)] = folder
    return found


def _file_edges(texts: Texts) -> list[tuple[int, int, str, float]]:
    return [(a, b, kind, weight) for a, kind, b, weight in texts.file_edges()]


def entry_stem(path: str) -> bool:
    """Whether a file is called like the one that a program or a package begins with."""
    return stem_of(path) in ("main", "__main__", "cli", "app", "index", "lib", "__init__", "server", "mod")


def summaries_of_folder(texts: Texts, folder: str, within: Sequence[StoredDocument]) -> list[Summary]:
    """Sentences of the first source that says anything, else the names that its first file defines; `within`: all of
    its documents.
    """
    own = {folder, f"{folder}/src"}
    code = [one for one in within if one.format == "code"]
    code = [one for one in code if not texts.is_aside(one)] or code
    files = _speakers(doors_of(code, folder), folder)[:_TRIED]
    beside = [one for one in within if dirname(one.path) in own]
    doors = [one for one in files if speaks_for_folder(one, folder) or len(files) == 1]
    said = chain(
        _of_readme(texts, folder, beside),
        (one for door in doors if (one := summary_of_text(texts, door)) is not None),
        _of_manifest(texts, folder, beside),
        (one for file in files if (one := summary_of_own_type(texts, file, basename(folder))) is not None),
    )
    first = next(said, None)
    if first is None:
        # Of a folder of folders what defines most for the others.
        named = (summary_of_file(texts, one, names_only=True) for one in files or doors_of(code, folder)[:_TRIED])
        return [*islice((one for one in named if one is not None), 1)]
    more = (one for one in said if one.document.id == first.document.id and one.start_line > first.start_line)
    return [first, *islice(more, _SENTENCES - 1)] if first.document.format != "code" else [first]


def _of_readme(texts: Texts, folder: str, beside: Sequence[StoredDocument]) -> Iterator[Summary]:
    stems = ("readme", basename(folder).lower())
    pages = [one for one in beside if one.format in ("prose", "text") and stem_of(one.path) in stems]
    for page in sorted(pages, key=lambda one: stems.index(stem_of(one.path)))[:1]:
        for said in purpose_of(texts, page, [basename(folder)]):
            yield Summary(said.text, said.document, said.start_line, said.end_line)


def _of_manifest(texts: Texts, folder: str, beside: Sequence[StoredDocument]) -> Iterator[Summary]:
    of_folder = [one for one in beside if dirname(one.path) == folder]
    for _, stated in manifests_of(Texts(texts.structure, of_folder)):
        yield from (Summary(s.value, s.document, s.start_line, s.end_line) for s in stated if s.kind == "purpose")


def _speakers(documents: Sequence[StoredDocument], folder: str) -> Sequence[StoredDocument]:
    """The files that lie in the folder itself, or in the only folder in it: one of several speaks only for itself."""
    inside = {rest.partition("/")[0] for document in documents if "/" in (rest := document.path[len(folder) + 1 :])}
    own = [document for document in documents if "/" not in document.path[len(folder) + 1 :]]
    return own if own or len(inside) > 1 else documents
