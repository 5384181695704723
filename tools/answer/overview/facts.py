"""Everything that is known about a corpus as a whole, put together once for each open index."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from posixpath import basename, dirname
from typing import Final

from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.markup import plain_text
from citeline.model import StoredDocument, StoredNode
from citeline.patterns import re
from citeline.state import Fact

from .commands import ci_facts, command_aspects, commands_said, script_facts
from .documents import described_parts, main_documents
from .manifests import Stated, manifests_of
from .model import Aspect, Dependency, Overview, Part, ProjectFact
from .packages import package_facts
from .parts import Product, dependencies_of, entry_stem, exported_of, parts_of, product_of
from .prose import Said, features_of, readme_of, sections_of
from .purposes import purposes_of
from .summaries import summary_of_file
from .texts import Texts, begins_with, depth, spelled_apart, stem_of
from .words import aspect_words, documentation_words

_GO_MAJOR: Final = re.compile(r"/v\d+$")
_BELOW: Final = 2
"""Folders below the parts in which a file still opens the product: `server/src/main.rs`."""
_WORKSPACE: Final = frozenset({"root", "monorepo", "workspace", "workspaces", "parent", "project", "app"})
"""What manifests call a folder of packages that has no name of its own."""
_DEEPER: Final = 0.05
"""What a manifest of the same name loses by each folder above it."""
_NO_ENTRY: Final = re.compile(r"test|bench|example|^\W*(?:/bin/)?(?:ba|z|da)?sh\W*$", re.IGNORECASE)
"""Programs that check the product, and the shell of a container."""
_LICENCES: Final = frozenset({"license", "licence", "copying", "unlicense"})
_TITLE: Final = 60
_COPYRIGHT: Final = re.compile(r"\b(?:19|20)\d\d\b|\(c\)|©", re.IGNORECASE)
_FIRST_LINES: Final = 40
"""Of a README, in which the name of the project may be spelled as several words."""
_OF_PAGES: Final = 0.7
"""Rank of a task that makes the documentation, which is not how the project is built, nor tested."""
_MAX_ORDER: Final = 8
_MAX_HOOKS: Final = 5
_PLAIN: Final[dict[str, tuple[Aspect, str]]] = {
    "purpose": ("purpose", "purpose"),
    "licence": ("licence", "licence"),
    "entry": ("entry", "entry"),
    "dependencies": ("dependencies", "builds_on"),
    "extras": ("extras", "optional"),
    "members": ("parts", "members"),
}
"""Aspect and relation of each kind of a manifest's values that needs no further reading."""


def overview_facts(index: Index) -> Overview:
    """What a newcomer wants to know of an index first; read once, then kept as long as the index is open."""
    return _kept(index)[1]


@cache_per_object
def project_names(index: Index) -> list[str]:
    """What questions may call the project, in lower case: by its folder, its manifests, its README.

    Reads only files of the root, for it is asked at every question.
    """
    texts = Texts(index.structure, index.structure.documents_at_root())
    stated = [one for _, values in manifests_of(texts) for one in values]
    readme = readme_of(texts)
    named = names_of(_name_of(texts, stated, readme, index.root.name), stated, index.root.name)
    lines = texts.lines(readme)[:_FIRST_LINES] if readme is not None else []
    spelled = (words for name in named for line in lines if (words := spelled_apart(line, name)))
    return sorted({told.lower() for told in (*named, *spelled)})


def texts_of(index: Index) -> Texts:
    """The documents that the overview was read from."""
    return _kept(index)[0]


@cache_per_object
def _kept(index: Index) -> tuple[Texts, Overview]:
    texts = Texts(index.structure)
    return texts, _read(texts, index.root.name)


def _read(texts: Texts, folder: str) -> Overview:
    manifests = manifests_of(texts)
    readme = readme_of(texts)
    stated = [one for _, values in manifests for one in values]
    name = _name_of(texts, stated, readme, folder)
    names = names_of(name, stated, folder)
    product = product_of(texts)
    of_manifests = list(_of_manifests(stated, name))
    described = [one for one in described_parts(texts) if not product.is_prose]
    purposes = {dirname(fact.path): fact for fact in of_manifests if fact.aspect == "purpose"}
    purposes |= {one.path: one.fact() for one in described}
    parts = parts_of(texts, product, purposes) if not product.is_prose else main_documents(texts, product)
    dependencies = dependencies_of(texts, parts) if not product.is_prose else []
    facts = [
        *_of_pages(texts, readme, name, names, product),
        *(fact for fact in of_manifests if fact.draft.fact["subject"].lower() == name.lower()),
        *_of_licence_files(texts, name),
        *_of_tasks(stated, name),
        *script_facts(texts, name),
        *_entries(texts, product, name),
    ]
    # What a workflow runs, it runs its own way: it is told where the project says nowhere how to.
    told = {fact.aspect for fact in facts if fact.rank != _OF_PAGES and _is_command(fact, tuple(names))}
    facts += [fact for fact in ci_facts(texts, name) if fact.aspect == "ci" or fact.aspect not in told]
    facts += [] if "install" in told else package_facts(stated, name)
    ranked = sorted(_distinct(facts), key=lambda fact: fact.rank)
    first = _readme_fact(readme, ranked) if readme is not None else None
    order = _reading_order(texts, product, name, first, parts, dependencies, _opening(ranked))
    return Overview(name, ranked, parts, dependencies, [one.fact() for one in described], order, product.is_prose)


def _is_command(fact: ProjectFact, names: tuple[str, ...]) -> bool:
    said = fact.draft.fact
    return said["relation"] == f"to_{fact.aspect}" or bool(commands_said(fact.aspect, said["object"], names))


def names_of(name: str, stated: Sequence[Stated], folder: str) -> list[str]:
    """What a project is called: by its manifests, its folder, its README."""
    told = [
        _GO_MAJOR.sub("", one.value).rstrip("/").rpartition("/")[2]
        for one in stated
        if one.kind == "name" and depth(one.document.path) == 0
    ]
    return list(dict.fromkeys([name, *told, folder] if folder else [name, *told]))


def _name_of(texts: Texts, stated: Sequence[Stated], readme: StoredDocument | None, folder: str) -> str:
    """Of the manifest at the root, unless that only adds to the name of the folder, as `Gson Parent` does."""
    for one in stated:
        if one.kind == "name" and depth(one.document.path) == 0 and "$" not in one.value:
            told = one.value if one.value.startswith("@") else _GO_MAJOR.sub("", one.value).rpartition("/")[2]
            if told.lower() in _WORKSPACE:
                return folder
            is_longer = bool(folder) and re.match(rf"{re.escape(folder)}[\s_-]", told, re.IGNORECASE) is not None
            return folder if is_longer else told
    named = [one.value for one in stated if one.kind == "name"]
    if folder.lower() in (value.lower() for value in named) or not readme:
        return folder
    title = readme.title.strip()
    is_name = title and len(title.split()) <= 6 and not title.lower().startswith("readme")
    return title if is_name and _is_of_all(title, texts.nodes(readme), folder) else folder


def _is_of_all(title: str, nodes: Sequence[StoredNode], folder: str) -> bool:
    """Whether a heading is that of a whole page and not of its first section, or is called like the folder."""
    levels = [node.level for node in nodes if node.kind == "heading"]
    beside = [level for level in levels[1:] if level <= levels[0]]
    is_section = not levels or beside[:1] == levels[:1]
    return not is_section or begins_with(title.lower(), folder.lower()) > 0


def _of_pages(
    texts: Texts, readme: StoredDocument | None, name: str, names: Sequence[str], product: Product
) -> Iterator[ProjectFact]:
    features = features_of(texts, readme) if readme is not None else None
    if readme is not None:
        for purpose in purposes_of(texts, readme, names):
            yield _of_said(purpose, name, "purpose", purpose.text, purpose.rank)
        if features is not None:
            yield _of_said(features, name, "features", features.text, 0.0)
    elif product.documents and (page := _speaker(texts, product)):
        yield page
    for said in sections_of(texts, readme, names):
        if features is not None and _is_item(said, features):
            continue
        if said.kind == "command":
            relation = f"to_{said.aspect}" if aspect_words()[said.aspect].commands else "section"
            yield _of_said(said, name, relation, said.text, said.rank)
        else:
            yield _of_said(said, said.title or name, "section", said.text, said.rank)


def _is_item(said: Said, features: Said) -> bool:
    """Whether a sentence is an item of the list of features, which is told as a whole."""
    is_of_list = said.aspect == "features" and said.document.id == features.document.id
    return is_of_list and features.start_line <= said.start_line <= features.end_line


def _speaker(texts: Texts, product: Product) -> ProjectFact | None:
    """Without a README, the documentation of the file that opens the product says what it is for."""
    ordered = sorted(product.documents, key=lambda d: (not entry_stem(d.path), depth(d.path), -d.pagerank))
    for document in ordered[:4]:
        summary = summary_of_file(texts, document)
        if summary is not None and summary.text:
            lines = (summary.start_line, summary.end_line)
            return ProjectFact.of("purpose", "purpose", document.path, summary.text, document, *lines, 0.3)
    return None


def _of_said(said: Said, subject: str, relation: str, text: str, rank: float) -> ProjectFact:
    lines = (said.start_line, said.end_line)
    return ProjectFact.of(said.aspect, relation, subject, text, said.document, *lines, rank)


def _of_manifests(stated: Sequence[Stated], name: str) -> Iterator[ProjectFact]:
    for number, one in enumerate(stated):
        own = name
        if depth(one.document.path) and (
            told := [s.value for s in stated if s.kind == "name" and s.document.id == one.document.id]
        ):
            own = told[0]
        rank = 0.1 + _DEEPER * depth(one.document.path) + 0.001 * number
        if one.kind == "entry" and _NO_ENTRY.search(f"{one.name} {one.value}"):
            continue
        if one.kind in _PLAIN and one.value and not one.value.startswith("[!["):  # a badge
            aspect, relation = _PLAIN[one.kind]
            text = f"{one.name} = {one.value}" if one.kind in ("entry", "extras") and one.name else one.value
            yield _of_stated(one, aspect, relation, own, text, rank)
        elif one.kind == "requires":
            yield _of_stated(one, "requirements", "requires", own, f"{one.language} {one.value}".strip(), rank)


def _of_stated(one: Stated, aspect: Aspect, relation: str, subject: str, text: str, rank: float) -> ProjectFact:
    return ProjectFact.of(aspect, relation, subject, text, one.document, one.start_line, one.end_line, rank)


def _of_licence_files(texts: Texts, name: str) -> Iterator[ProjectFact]:
    """What the text of a licence is called above it: `MIT License`, unless the copyright stands there."""
    for document in texts.documents:
        if depth(document.path) or stem_of(document.path) not in _LICENCES:
            continue
        number, title = next(((at, line) for at, line in enumerate(texts.lines(document), 1) if line.strip()), (0, ""))
        title = title.strip(" #")
        if title and len(title) <= _TITLE and not _COPYRIGHT.search(title):
            yield ProjectFact.of("licence", "licence", name, title, document, number, number, 0.14)


def _of_tasks(stated: Sequence[Stated], name: str) -> Iterator[ProjectFact]:
    """Tasks by what they are called, else by what they run."""
    together: dict[int, list[Stated]] = {}
    for one in stated:
        if one.kind != "tasks" or depth(one.document.path):
            continue
        if one.together:
            together.setdefault(int(one.document.id), []).append(one)
            continue
        for aspect, rank in _aspects_of_task(one):
            yield _of_stated(one, aspect, f"to_{aspect}", name, one.call, rank)
    for tasks in together.values():
        shown = tasks[-_MAX_HOOKS:]
        last, hooks = shown[-1], ", ".join(one.name for one in shown)
        lines = (shown[0].start_line, last.end_line)
        yield ProjectFact.of("lint", "to_lint", name, f"{last.call} ({hooks})", last.document, *lines, 0.15)


def _aspects_of_task(one: Stated) -> Iterator[tuple[Aspect, float]]:
    parts = one.name.replace(":", "-").replace("_", "-").replace("/", "-").split("-")
    own = parts[0] if parts[0] in _task_names() else parts[-1]
    for aspect, words in aspect_words().items():
        if one.name in words.tasks:
            # To use a project is asked before to work on it.
            yield aspect, (0.3 if aspect == "install" else 0.05) + 0.01 * words.tasks.index(one.name)
        elif own in words.tasks:
            yield aspect, 0.45
    if own not in _task_names():  # tox without a name, say, runs what its commands are
        run: set[Aspect] = set[Aspect]().union(*map(command_aspects, one.value.split(" ; ")))
        # `typing-pyright` runs some of the tests, and what else a task does is seldom how the project is installed.
        for aspect in sorted(run - ({"install"} if one.name else set())):
            yield aspect, _OF_PAGES if documentation_words() & set(parts) else 0.4 if one.name else 0.1


@cache
def _task_names() -> frozenset[str]:
    return frozenset(name for words in aspect_words().values() for name in words.tasks)


def _entries(texts: Texts, product: Product, name: str) -> Iterator[ProjectFact]:
    """Files that a program begins with, where they lie at the top of the product."""
    base = product.root.count("/") + bool(product.root)
    for document in [] if product.is_prose else product.documents:
        stem = stem_of(document.path)
        above = depth(document.path) - base
        is_command = "/cmd/" in f"/{document.path}" or "/bin/" in f"/{document.path}"
        program = stem in ("main", "__main__", "cli", "app", "server")
        # Of several packages only what opens the one that is called like the project opens the project.
        reach = _BELOW if program or document.path.lower().startswith(f"{name.lower()}/") else 0
        is_door = (entry_stem(document.path) or stem == name.lower()) and above <= reach
        if not is_door and not (is_command and stem == "main"):
            continue
        summary = summary_of_file(texts, document)
        lines = (summary.start_line, summary.end_line) if summary else _begins(texts, document)
        rank = 0.3 + 0.2 * above + (0.0 if program else 0.1)
        yield ProjectFact.of("entry", "entry", name, document.path, document, *lines, rank)


def _begins(texts: Texts, document: StoredDocument) -> tuple[int, int]:
    """The line that defines `main` in a file that says nothing of itself, else its first lines."""
    rows = texts.structure.rows(
        "SELECT MIN(start_line) FROM nodes WHERE doc_id = ? AND name IN ('main', 'Main')"
        " AND kind IN ('function', 'method')",
        (int(document.id),),
    )
    line = int(rows[0][0] or 0)
    return (line, line) if line else (1, min(3, document.line_count))


def _reading_order(
    texts: Texts,
    product: Product,
    name: str,
    first: ProjectFact | None,
    parts: Sequence[Part],
    dependencies: Sequence[Dependency],
    opening: ProjectFact | None,
) -> list[ProjectFact]:
    """README, what opens the product, then the parts along their dependencies; documents as in their contents."""
    facts = [first] if first is not None else []
    main = [
        replace(part, opens=_opens(part, name, opening))
        for part in parts[:_MAX_ORDER]
        if first is None or part.path != first.path
    ]
    if opening is not None and not any(_holds(part, opening.path) for part in parts):
        door: Fact = {"relation": "read", "subject": opening.path, "object": basename(opening.path)}
        facts.append(ProjectFact("start", replace(opening.draft, fact=door), opening.path))
    ordered = main if product.is_prose else _along(main, dependencies, _doors(texts, product))
    facts += [part.fact.told_as("start", "read", part.path) for part in ordered]
    return [replace(fact, rank=0.01 * place) for place, fact in enumerate(facts)]


def _readme_fact(readme: StoredDocument, facts: Sequence[ProjectFact]) -> ProjectFact:
    """To read the README, which says what the project is for; by its title where it does not."""
    purpose = next((fact for fact in facts if fact.aspect == "purpose" and fact.path == readme.path), None)
    text = purpose.draft.fact["object"] if purpose is not None else _title(readme)
    first, last = (purpose.draft.start_line, purpose.draft.end_line) if purpose is not None else (1, 3)
    return ProjectFact.of("start", "read", readme.path, text, readme, first, min(last, readme.line_count))


def _opening(facts: Sequence[ProjectFact]) -> ProjectFact | None:
    """The best entry point that is a file."""
    return next((fact for fact in facts if fact.aspect == "entry" and fact.draft.fact["object"] == fact.path), None)


def _opens(part: Part, name: str, opening: ProjectFact | None) -> bool:
    """Whether a part is read first: it is called like a beginning or like the project, or holds the entry point."""
    is_called_so = not part.is_folder and (entry_stem(part.path) or stem_of(part.path) == name.lower())
    return is_called_so or (opening is not None and _holds(part, opening.path))


def _holds(part: Part, path: str) -> bool:
    return part.path == path or (part.is_folder and path.startswith(f"{part.path}/"))


def _title(readme: StoredDocument) -> str:
    title = plain_text(readme.title)
    return "README" if not title or title == basename(readme.path) else title


def _doors(texts: Texts, product: Product) -> set[str]:
    """Paths that the files import which open the product, beside the parts or above them."""
    return {texts.by_id[document].path for document in exported_of(texts, product)}


def _along(parts: Sequence[Part], dependencies: Sequence[Dependency], doors: Collection[str]) -> list[Part]:
    """Parts so that what uses others comes before them.

    Next is one that the package exports, or that those before depend on; of these what those that are left need least.
    What depends on nothing comes after what does.
    """
    left, ordered = list(parts), list[Part]()
    while left:
        names, done = {part.path for part in left}, {part.path for part in ordered}
        ordered.append(min(left, key=lambda part: _turn(part, dependencies, doors, names, done)))
        left.remove(ordered[-1])
    return ordered


def _turn(
    part: Part, dependencies: Sequence[Dependency], doors: Collection[str], left: Collection[str], done: Collection[str]
) -> tuple[bool, bool, bool, float, float]:
    """Sorts the next part to read first."""
    onto = [edge for edge in dependencies if edge.target == part.path]
    is_reached = part.path in doors or any(edge.source in done for edge in onto)
    is_leaf = not any(edge.source == part.path for edge in dependencies)
    # What nothing leads to is begun with what matters most.
    needed = sum(edge.weight for edge in onto if edge.source in left) / (1 + part.rank) if is_reached else 0.0
    return not (part.opens and not done), not is_reached, is_leaf and is_reached, needed, -part.rank


def _distinct(facts: Sequence[ProjectFact]) -> list[ProjectFact]:
    """Without repeated places of an aspect, the best ranked of each kept; a line of a page may hold many sentences."""
    kept: dict[tuple[str, int, int, str], ProjectFact] = {}
    for fact in facts:
        said = fact.draft.fact
        sentence = said["object"] if said["relation"] in ("section", "purpose") else ""
        key = (fact.aspect, fact.draft.document, fact.draft.start_line, sentence)
        if key not in kept or fact.rank < kept[key].rank:
            kept[key] = fact
    return list(kept.values())
