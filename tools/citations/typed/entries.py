"""What lines set that are a part of something longer: fields of a literal, arguments, defaults of a head.

Alone they are no code that a grammar understands, so they are read as what stands in a call, a literal or a head.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from textwrap import dedent
from typing import Final

from tree_sitter import Node as SyntaxNode

from citeline.indexing.parsers.languages import language_of
from citeline.indexing.parsers.programs.grammars import load_grammar
from citeline.text import parts_of

from .node_types import ENTRIES, ENTRY_FIELDS, VALUE_FIELDS
from .reading import brackets_of, left_open
from .walking import field_of, name_of, owner_of, text_of

_AROUND: Final = "Around_"
_HEADS: Final = ("", _AROUND, f"{_AROUND} = ", f"const x = {_AROUND}", f"new {_AROUND} ", f"class {_AROUND}")
_OPENS: Final = {"}": "{", ")": "(", "]": "["}


@lru_cache(maxsize=64)
def entries_of(path: str, text: str) -> list[tuple[str, str, str]]:
    """Owner, name and value of what the lines set, but for a value that ends with them: it may go on."""
    language, body = language_of(path, text), dedent(text).rstrip()
    loaded = load_grammar(language)
    opened = "".join(_OPENS[body[place]] for place in reversed(brackets_of(body)[1]))
    for start, head, end in product([opened] if opened else ("", "(", "{", "["), _HEADS, ("", ";")):
        before = f"{'<?php ' if language == 'php' else ''}{head}{start}"
        whole = before + (body.removesuffix(",") if start == "(" else body)
        tree = loaded.parser.parse(f"{whole}{left_open(whole)}{end}\n".encode("utf-8", "replace")) if loaded else None
        if tree is not None and not tree.root_node.has_error:
            found = list(_entries(tree.root_node, len(f"{before}{body}".encode("utf-8", "replace"))))
            if found or not (head or start):
                return found
    return []


def _entries(root: SyntaxNode, end: int) -> Iterator[tuple[str, str, str]]:
    waiting = [root]
    while waiting:
        waiting += (node := waiting.pop()).named_children
        value = field_of(node, VALUE_FIELDS) or (node.named_children[-1] if node.named_child_count > 1 else None)
        if node.type in ENTRIES and value is not None and value.end_byte < end:
            name = field_of(node, ENTRY_FIELDS)
            *owners, own = parts_of(text_of(name) if name else name_of(node) or text_of(node.named_children[0])) or [""]
            is_own = not owners or owners[-1] in ("self", "this", "cls")
            owner = owner_of(node).removeprefix(_AROUND) if is_own else owners[-1]
            yield owner, own.strip("\"'`:"), text_of(value)
