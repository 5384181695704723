"""What the parts of an Office file point at: each other, and addresses outside, which are named and never opened."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from ..xml_trees import attribute
from .packages import Package, resolved


@dataclass(frozen=True, slots=True)
class Relation:
    """One line of a part's list."""

    kind: str
    """The end of its type: `hyperlink`, `slide`, `footnotes`; the same in Strict and Transitional files."""
    target: str
    """Name of a part, or an address."""
    is_external: bool


def relations_of(package: Package, part: str) -> dict[str, Relation]:
    """By their ids; of the whole package for the part `""`. None for a list that is missing, or damaged throughout."""
    name = posixpath.join(posixpath.dirname(part), "_rels", f"{posixpath.basename(part)}.rels")
    root = package.root_if_sound(name) if name in package else None
    found: dict[str, Relation] = {}
    for element in root if root is not None else ():
        target = attribute(element, "Target")
        is_external = attribute(element, "TargetMode") == "External"
        kind = attribute(element, "Type").rpartition("/")[2]
        found[attribute(element, "Id")] = Relation(
            kind, target if is_external or not target else resolved(part, target), is_external
        )
    return found


def main_part(package: Package, usual: str) -> str:
    """Name of the part that holds the document."""
    for relation in relations_of(package, "").values():
        if relation.kind == "officeDocument" and relation.target in package:
            return relation.target
    return usual


def related(relations: dict[str, Relation], kind: str) -> str:
    """Name of the one part of a kind; empty when there is none."""
    found = (relation for relation in relations.values() if relation.kind == kind and not relation.is_external)
    return next((relation.target for relation in found), "")
