"""Is a line really a call of that definition? Linking goes by names; an answer must be surer than that.

`kwargs.get("stream")` is no call of `Session.get`, although the names agree. Better one caller less than a false one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, Edge, StoredNode
from citeline.text import fold, last_part, split_identifier

from ....citations.passage import contains_name
from ...reading.syntax import source_of

_OWN: Final = frozenset({"self", "cls", "this", "super", "base", "parent", "static", "@", "me"})
_IMPLICIT_OWN: Final = frozenset({"java", "kotlin", "csharp", "cpp", "ruby", "scala", "swift", "c_sharp"})
"""Languages where a method calls its neighbours by their bare names."""
EdgeRelation: TypeAlias = tuple[Edge, StoredNode, StoredNode]
"""An edge with the nodes at its ends."""
CERTAIN: Final = 0.99
"""Weights of the edges of one call sum to 1, rounding aside, where all that may be called is among their ends."""
_BY_FOLDER: Final = frozenset({"go", "c", "cpp"})
"""Languages in which files of one folder define a name once for each build; elsewhere they are modules of their own."""
_MIN_ALIKE: Final = 3
"""Letters that a variable and a type must share: `prep` may hold a `PreparedRequest`, `r` may hold anything."""


def stated_name(
    line: str, source: StoredNode, target: StoredNode, *, before: str = "", distinctive: bool = False
) -> str:
    """How a claim may name the target that this line of `source` calls; empty when the line does not show it.

    A constructor is called by the name of its type. `before`: the lines of `source` above, which may say of what type
    a variable is. `distinctive`: nothing else in the corpus has the target's name.
    """
    owner = target.qualified_name.rpartition(".")[0]
    if contains_name(line, target.name):
        receivers = _receivers(line, target.name)
        sure = any(_fits(receiver, owner, source, target) for receiver in receivers)
        sure = sure or ("?" in receivers and bool(owner) and contains_name(line, last_part(owner)))
        sure = sure or any(_is_declared(receiver, owner, f"{source.signature}\n{before}") for receiver in receivers)
        # `get_adapter` has one meaning, `get` has many, some of them in libraries that are not here.
        sure = sure or (distinctive and bool(owner) and len(split_identifier(target.name)) > 1 and any(receivers))
        return target.qualified_name if sure else ""
    return owner if owner and contains_name(line, last_part(owner)) else ""


def _receivers(line: str, name: str) -> list[str]:
    """What stands before each occurrence of a name: `a` of `a.name`, `@` of `@name`, nothing for a bare one."""
    before = r"(?:([\w$@]+)(?:\(\)|\[[^\]]*\])?[?!]?(?:\.|->|::)|([)\]]\s*(?:\.|->|::)))?"
    pattern = rf"{before}(?<![\w$]){re.escape(name)}(?![\w$])"
    return [found[1] or ("?" if found[2] else "") for found in re.finditer(pattern, line)]


def _is_declared(receiver: str, owner: str, text: str) -> bool:
    """Whether a text gives a variable the type: `c *Context`, `s: Session`, `Session s` or `s = requests.Session()`."""
    kind = re.escape(last_part(owner))
    if not kind or not receiver.isidentifier():
        return False
    name = rf"(?<![\w.]){re.escape(receiver)}"
    typed = rf"{name}\s*:?\s*[*&]?(?:mut\s+)?(?:\w+(?:\.|::))*{kind}(?!\w)"
    typed_before = rf"(?<!\w){kind}(?:<[^>\n]*>)?[\s*&]+{name}(?!\w)"
    made = rf"{name}(?:\s*:[^=\n]+)?\s*:?=\s*[&*]?(?:new\s+|await\s+)*(?:\w+(?:\.|::))*{kind}(?:::new)?\s*[({{]"
    return re.search(f"{typed}|{typed_before}|{made}", text) is not None


def _is_member(owner: str, target: StoredNode) -> bool:
    """Reached through its owner only, unlike a function that is defined inside another: `res.send = function …`."""
    return target.kind != "function" or re.search(rf"{re.escape(last_part(owner))}[.:]", target.signature) is not None


def _fits(receiver: str, owner: str, source: StoredNode, target: StoredNode) -> bool:
    if not receiver:
        same_type = bool(owner) and source.qualified_name.startswith(f"{owner}.")
        return not owner or target.language in _IMPLICIT_OWN or (same_type and not _is_member(owner, target))
    if receiver.lower() in _OWN:
        return bool(owner)
    asked = fold(receiver)
    path = PurePosixPath(target.path)
    places = [*path.parts[:-1], path.name.split(".", 1)[0]]
    if not owner:
        return asked in {fold(place) for place in places}
    kind = fold(last_part(owner))
    alike = len(asked) >= _MIN_ALIKE and (kind.startswith(asked) or kind.endswith(asked) or asked.endswith(kind))
    return asked == kind or alike


def stated(index: Index, edge: Edge, caller: StoredNode, target: StoredNode) -> str:
    """How the line names what it calls; empty when it does not show it."""
    source = source_of(index, int(caller.document))
    if source is None or not 1 <= edge.line <= len(source.lines):
        return ""
    line = source.lines[edge.line - 1]
    if edge.kind == "imports":
        path = PurePosixPath(target.path)
        spelled = (target.name, path.stem, path.parent.name)
        return next((name for name in spelled if name and contains_name(line, name)), "")
    sure = edge.is_certain
    if edge.kind != "calls":
        return target.qualified_name if sure else ""
    if not sure and not target.qualified_name.rpartition(".")[0]:
        return ""  # Nothing before the name could tell which of its namesakes is called.
    if name := stated_name(line, caller, target):
        return name
    before = source.text(caller.start_line, edge.line - 1)
    distinctive = sure and _is_distinctive(index, target)
    if name := stated_name(line, caller, target, before=before, distinctive=distinctive):
        return name
    # Whose it is is told elsewhere, but the edge is certain and the line calls something of this name.
    return target.name if sure and contains_name(line, target.name) else ""


def _is_distinctive(index: Index, target: StoredNode) -> bool:
    named = index.structure.nodes_folded([fold(target.name)])
    return sum(node.kind in CALLABLE_KINDS for node in named) == 1


def settled(relations: Sequence[EdgeRelation]) -> list[EdgeRelation]:
    """The same, with those edges for certain that lead from one line to all overloads or build variants of a
    definition: which of them is called is open, and that it is called is not.
    """
    shares: defaultdict[tuple[int, int, str, str], float] = defaultdict(float)

    def call(one: EdgeRelation) -> tuple[int, int, str, str]:
        edge, source, target = one
        return source.id, edge.line, target.qualified_name, _where_variants_stand(target)

    for one in relations:
        shares[call(one)] += one[0].weight
    return [(replace(one[0], weight=1.0), *one[1:]) if shares[call(one)] >= CERTAIN else one for one in relations]


def _where_variants_stand(node: StoredNode) -> str:
    """The folder or file in which a second definition of the name is for another build, not another thing."""
    return str(PurePosixPath(node.path).parent) if node.language in _BY_FOLDER else node.path


def relation_of(edge: Edge, source: StoredNode, target: StoredNode) -> str:
    """The key of the sentence for an edge whose line does not stand inside of its source's body."""
    if edge.kind == "calls":
        return "calls" if edge.is_certain else "may_call"
    if edge.kind == "imports":
        return "imports"
    if edge.kind != "inherits":
        return "uses"
    both_abstract = source.kind == target.kind
    return "implements" if target.kind in ("interface", "trait") and not both_abstract else "inherits"
