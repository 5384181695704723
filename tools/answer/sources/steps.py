"""What a function does in which order: the functions of the project that it calls, one after the other.

One sentence of its body says one step; the question is for all of them. The first steps are followed one level.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from tree_sitter import Node

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, StoredChunk, StoredNode
from citeline.text import split_identifier, stem

from ...question.question import Question
from ..draft import Draft
from ..reading.syntax import Source, source_of, text_of
from .calls.call_sites import CERTAIN
from .calls.callers import definitions_of
from .listed import Item, code_near, listed_drafts

_LEAST: Final = 2
"""Calls from which on they are an order."""
_MOST: Final = 12
_TRIED: Final = 3
"""Functions, the one with most words of the question first, the longer one of equals."""
_FOLLOWED: Final = 2
"""Steps of which it is told what they do."""
_CALL: Final = re.compile(r"(?:\w+_)?(?:call|call_expression|method_invocation|invocation_expression)")
_LATER: Final = re.compile(
    r"defer_statement|(?:function|method|class|arrow_function|lambda|closure|func_literal)(?:_\w+)?"
)
"""What runs at another time than where it stands."""
_SHELL: Final = "bash"
_SILENT: Final = frozenset({"cd", "echo", "exit", "set", "true"})
"""Commands that do nothing to what the script is for."""
_LONGEST: Final = 80
"""Characters of a command that is told."""
_CALLEE: Final = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*$")


def step_drafts(
    index: Index, question: Question, chunks: Sequence[StoredChunk], sources: Collection[str] = ()
) -> list[Draft]:
    """The calls of the function that is asked for in their order, then those of its first steps; empty where no name of
    a function is all asked for.
    """
    asked = frozenset(question.english_analysis.terms)
    named = {name.text for name in question.names if name.kind == "symbol"}
    is_flow = not question.asks_for("order")
    found = [
        ((fits, node.end_line - node.start_line), source, node)
        for source in code_near(index, asked, chunks, sources)
        for node in source.nodes
        if node.kind in CALLABLE_KINDS and (fits := _fits(node, asked, named, is_flow=is_flow))
    ]
    for _, source, node in sorted(found, key=lambda one: one[0], reverse=True)[:_TRIED]:
        steps = steps_of(index, source, node)
        if len(steps) >= _LEAST:
            drafts = list(listed_drafts(index, source, "steps", node.qualified_name, steps[:_MOST]))
            return drafts + [draft for step in steps[:_FOLLOWED] for draft in _followed(index, source, step)]
    return []


def script_drafts(index: Index, document: int) -> list[Draft]:
    """What a script of a shell runs in its order; empty for one of functions, and for any other file."""
    source = source_of(index, document)
    if source is None or source.document.language != _SHELL or any(one.kind in CALLABLE_KINDS for one in source.nodes):
        return []
    waiting, found = [source.root] if source.root is not None else [], dict[str, Item]()
    while waiting:
        node = waiting.pop()
        if node.type != "command":
            waiting.extend(reversed(node.named_children))
            continue
        text = " ".join(text_of(node).split())
        if len(text) <= _LONGEST and text.split()[0] not in _SILENT:
            found.setdefault(text, Item(text, node.start_point.row + 1))
    return [*listed_drafts(index, source, "steps", source.document.path, [*found.values()][:_MOST])]


def _fits(node: StoredNode, asked: Collection[str], named: Collection[str], *, is_flow: bool) -> int:
    """How many words of a function's name and owner are asked for; 0 where one of them is not. `is_flow`: whether the
    name itself has to say what happens; else the owner may.
    """
    if node.name in named or node.qualified_name in named:
        return len(asked)
    own = {stem(word) for word in split_identifier(node.name)}
    owner = {stem(word) for word in split_identifier(node.qualified_name.removesuffix(node.name))}
    is_told = len(own) > 1 if is_flow else bool(own and owner)
    return len(own | owner) if is_told and own | owner <= {*asked} else 0


def _followed(index: Index, source: Source, step: Item) -> Iterator[Draft]:
    """The steps of a step, where only one function has its name or one of the same file."""
    name = re.split(r"\.|::|->", step.text)[-1]
    nodes = [one for one in definitions_of(index, name) if one.kind in CALLABLE_KINDS]
    near = [one for one in nodes if one.path == source.document.path] or nodes
    if len(near) == 1:
        there = source_of(index, int(near[0].document))
        inner = steps_of(index, there, near[0]) if there is not None else []
        if there is not None and len(inner) >= _LEAST:
            yield from listed_drafts(index, there, "steps", near[0].qualified_name, inner[:_MOST])


def steps_of(index: Index, source: Source, node: StoredNode) -> list[Item]:
    """Calls of the project's own functions in a body, each once, as they run."""
    found: list[tuple[int, Item, str]] = []
    for call in _calls(source, node.start_line, node.end_line):
        callee = call.child_by_field_name("function") or call.child_by_field_name("name")
        text = text_of(call).partition("(")[0] if callee is None or callee.type == "identifier" else text_of(callee)
        if (name := _CALLEE.fullmatch(text.strip())) is not None:
            line = call.start_point.row + 1
            found.append((call.end_byte, Item(name[0], line), re.split(r"\.|::|->", name[0])[-1]))
    rows = index.structure.rows(
        "SELECT t.name, e.line, sum(e.weight) FROM edges e JOIN nodes t ON t.id = e.dst"
        " WHERE e.src = ? AND e.type = 'calls' AND t.kind IN ('function', 'method') GROUP BY t.name, e.line",
        (int(node.id),),
    )
    known = {str(name) for name, _, weight in rows if weight >= CERTAIN}
    told: dict[str, Item] = {}
    for _, item, last in sorted(found, key=lambda one: one[0]):
        if last in known and last != node.name:
            told.setdefault(item.text, item)
    return sorted(told.values(), key=lambda one: one.line)


def _calls(source: Source, start_line: int, end_line: int) -> Iterator[Node]:
    waiting = [source.root] if source.root is not None else []
    while waiting:
        node = waiting.pop()
        first, last = node.start_point.row + 1, node.end_point.row + 1
        if last < start_line or first > end_line or (first > start_line and _LATER.fullmatch(node.type)):
            continue
        if _CALL.fullmatch(node.type) and start_line <= first and last <= end_line:
            yield node
        waiting.extend(reversed(node.named_children))
