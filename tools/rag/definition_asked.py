"""Questions that name one definition: where it is, what it is, what it does. The name decides, not the ranking."""

from __future__ import annotations

import re
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, TYPE_KINDS, StoredNode
from citeline.text import fold

from ..citations.passage import last_part
from ..retrieval.corpus import read_path

_MOST: Final = 2
"""Definitions of one name that are told; with more the name says too little, and the ranking chooses."""
_NAME: Final = r"[`'\"]?(?P<name>[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[\w$]+)*)(?:\(\))?[`'\"]?"
_KIND: Final = r"(?:(?:the|a|an) )?(?:(?:function|method|class|module|type|interface|struct|trait|enum|constant) )?"
_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        _NAME,
        rf"where (?:is|are|does) {_KIND}{_NAME}(?: (?:class|function|method))?"
        r"(?: (?:defined|declared|implemented|located|live))?",
        rf"what (?:is|are|does) {_KIND}{_NAME}(?: (?:do|for|mean|about))?",
        rf"(?:show|explain|describe)(?: me)? {_KIND}{_NAME}",
        rf"(?:the )?definition of {_KIND}{_NAME}",
        rf"{_NAME} ?(?:是)?(?:在)?(?:哪里|哪儿|哪)(?:里)?(?:被)?(?:定义|实现|声明)?(?:的)?",
        rf"{_NAME} ?(?:是(?:什么|做什么的?|干什么的?)|有什么用|的(?:作用|定义)(?:是什么)?)",
        rf"(?:什么是|解释(?:一下)?|介绍(?:一下)?) ?{_NAME}",
    )
)


def name_asked(question: str) -> str:
    """The name that a question is about; empty when it asks for more than one definition."""
    bare = question.strip().rstrip("?？.。!！ ")
    return next((found["name"] for pattern in _PATTERNS if (found := pattern.fullmatch(bare))), "")


def definitions_asked(index: Index, question: str) -> list[StoredNode]:
    """The types and functions that are called exactly as the question calls one, case included; at most two.

    Empty for a question about anything else, and for a name that many have.
    """
    name = name_asked(question)
    if not name:
        return []
    called = last_part(name)
    named = [
        node
        for node in index.structure.nodes_folded([fold(called)])
        if node.kind in TYPE_KINDS | CALLABLE_KINDS and node.name == called
    ]
    whole = [node for node in named if fold(node.qualified_name).endswith(fold(name))]
    found = [node for node in whole if not read_path(node.path).is_test] or whole
    # A class inside another, or a method, is seldom what a bare name means when something stands on its own.
    outer = [node for node in found if node.qualified_name == called] or found
    return sorted(outer, key=lambda node: (node.path, node.start_line)) if len(outer) <= _MOST else []
