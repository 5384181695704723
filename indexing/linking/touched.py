"""What a change of some documents can mean for the others: the names and paths by which they may see a difference."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from citeline.model import DEFINITION_KINDS
from citeline.text import code_words

from ..stores.leading_names import declared_by_way_of
from ..stores.outlines import Change, Outline, OutlineNode
from .documents import family_of, package_in
from .imports import local_names
from .places import Moved
from .reach import reach_of


def touched_names(changes: Iterable[Change]) -> set[str]:
    """Names that mean something else now, or by way of which something else is reached; none when only the bodies of
    definitions have changed.

    Of a document that came or went all names that it defines; of one that was replaced those of definitions that came,
    went or say something else about their types, of types with other bases, and of what is declared by way of names
    that imports have brought in or no longer do. Such a name itself nobody else sees: it stands for something in this
    file alone, and what another file imports from it is found where it is defined.
    """
    return {name for before, after in changes for name in _touched(before, after)}


def lost_nodes(changes: Iterable[Change]) -> set[int]:
    """Of documents that were replaced, the nodes that are there no longer."""
    return {
        node
        for before, after in changes
        if before and after
        for node in {one.id for one in before.nodes} - {one.id for one in after.nodes}
    }


def handing_on(changes: Iterable[Change]) -> dict[int, set[str]]:
    """Documents to the names that stand for something else now to whoever imports them from there; `*` for any."""
    found: dict[int, set[str]] = {}
    for before, after in changes:
        if after is not None and reach_of(family_of(after.language)).hands_on and (names := _rebound(before, after)):
            found[after.document] = {name or "*" for name in names}
    return found


def moved_files(changes: Iterable[Change]) -> set[Moved]:
    """Files that came or went, or are of another language, format or package than before."""
    return {
        Moved(one.path, package_in(one.nodes[0].data))
        for before, after in changes
        if before is None or after is None or _known_as(before) != _known_as(after)
        for one in (before, after)
        if one is not None
    }


def _known_as(outline: Outline) -> tuple[str, str, str]:
    return family_of(outline.language), outline.format, package_in(outline.nodes[0].data)


def _touched(before: Outline | None, after: Outline | None) -> Iterator[str]:
    for _, name, *_ in _difference(_definitions(before), _definitions(after)):
        yield name
    if before is None or after is None:
        one = before or after
        if one is not None and reach_of(family_of(one.language)).module_paths:
            yield from _rebound(before, after)  # `crate::a::Shape` is what the module imports
        return  # what it imports, others see by way of what it defines
    for scope, *_ in _difference(_bases(before), _bases(after)):
        yield scope.rpartition(".")[2]
    if different := _rebound(before, after):
        yield from declared_through(before, different)
        yield from declared_through(after, different)


def declared_through(outline: Outline, imported: Collection[str]) -> Iterator[str]:
    """Names of what a document declares by way of imported ones; the empty one stands for what is included as a whole.

    Types by their bases too, and members by the type that they are added to.
    """
    words = {word for name in imported for word in code_words(name)}
    for node in _defining(outline):
        # What a file includes as a whole has no names of its own: any type that is declared here may be another.
        if "" in imported or not words.isdisjoint(code_words(node.qualified_name)):
            yield node.name
        yield from (name for name, word in declared_by_way_of(node.name, node.data) if word in words)
    for _, scope, target, qualifier in (one for one in outline.references if one.kind == "inherits"):
        if target in words or not words.isdisjoint(code_words(qualifier)):
            yield scope.rpartition(".")[2]


def _defining(outline: Outline | None) -> Iterator[OutlineNode]:
    return (node for node in outline.nodes if node.kind in DEFINITION_KINDS) if outline else iter(())


def _definitions(outline: Outline | None) -> Iterator[tuple[Any, ...]]:
    """With their order where several have one name: of these the last may count."""
    seen: Counter[str] = Counter()
    file = _known_as(outline)[:2] if outline else ()
    for node in _defining(outline):
        yield (node.qualified_name, node.name, seen[node.qualified_name], node.kind, node.around, node.data, file)
        seen[node.qualified_name] += 1


def _bases(outline: Outline | None) -> Iterator[tuple[str, ...]]:
    if outline is not None:
        yield from (tuple(reference[1:]) for reference in outline.references if reference.kind == "inherits")


def _rebound(before: Outline | None, after: Outline | None) -> set[str]:
    """Local names that imports bind to something else, and names of what is exported as another."""
    old, new = _bound(before), _bound(after)
    return {local for local in old.keys() | new.keys() if old.get(local) != new.get(local)}


def _bound(outline: Outline | None) -> Mapping[str, Sequence[tuple[str, str, bool]]]:
    """Local name to what imports bind it to, in their order, and whether outside of functions and types; the empty name
    for imports of no names.
    """
    found: dict[str, list[tuple[str, str, bool]]] = defaultdict(list)
    if outline is not None:
        family = family_of(outline.language)
        for reference in outline.references:
            if reference.kind == "imports":
                original, _, alias = reference.qualifier.partition(" as ")
                for local in local_names(family, reference.target, original, alias) or ("",):
                    found[local].append((reference.target, original, not reference.scope))
    return found


def _difference(one: Iterable[tuple[Any, ...]], other: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """What stands in one of them more often than in the other."""
    ours, theirs = Counter(one), Counter(other)
    yield from (ours - theirs)
    yield from (theirs - ours)
