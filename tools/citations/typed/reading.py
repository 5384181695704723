"""Reads cited lines as code: definitions, calls and bases with the parsers of the index, the rest from the tree."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from textwrap import dedent
from typing import Final, TypeAlias

from tree_sitter import Node as SyntaxNode
from tree_sitter import Parser, Tree

from citeline.dataclass import dataclass
from citeline.indexing.parsers.languages import language_of
from citeline.indexing.parsers.programs.grammars import load_grammar
from citeline.indexing.parsers.registry import parse
from citeline.model import Node, Reference, SourceFile
from citeline.patterns import re
from citeline.text import indent_of, parts_of

from .branches import Under
from .node_types import WRAPPED_NAME, WRAPPERS
from .walking import Told, walk

_LONGEST: Final = 40_000
"""Characters; nobody cites more, and each claim would wait for it."""
_KEPT: Final = 128
_SILENT: Final = re.compile(r"comment|string|heredoc|char_literal|character_literal|rune_literal")
_SPOKEN: Final = re.compile(r"interpol|substitution")
"""Code inside of strings."""
_PROSE: Final = re.compile(
    r"^\s*(?:\*|\#|//|--)(?:\s|$)|[\"']{3}"
    r"|\b[A-Za-z]+,? [a-z]+,? (?!(?:in|is|as|if|for|not|and|or)\b)[a-z]+\b(?!\s*[=({:;])"
    r"|\)[.,]? (?!(?:if|else|for|in|is|and|or|as|not|do|then|throws|where|async|const|override|noexcept)\b)[a-z]+\b"
)
"""Words in a row as only sentences have them, and lines that go on with a comment."""
_BY_INDENTATION: Final = frozenset({"python", "ruby", "elixir", "lua", "bash"})
"""Languages whose branches end without a bracket."""
_CLOSES: Final = {"{": "}", "(": ")", "[": "]"}
_BRACKET: Final = re.compile(r"[{}()\[\]]")
_TEXTS: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)'|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_MIDWAY: Final = re.compile(r"\s*(?:\}\s*)?(?:else|elif|elsif|elseif)\b")
"""How lines begin with a branch behind another one."""
_ENDED: Final = re.compile(r"[;}]\s*$")
_BEGINS: Final = re.compile(r"\s*(?:[\w@#}]|//|/\*|$)")
"""How a statement ends, and how the next one, or a comment, begins."""
Chain: TypeAlias = tuple[str, ...]
"""Names of definitions, outermost first."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What some lines of code define and say. Line numbers count from the first of them."""

    language: str
    definitions: tuple[tuple[Chain, Node], ...]
    """With their own name at the end of the chain; without the file and what was put around the lines."""
    references: tuple[tuple[Chain, Reference], ...]
    """Calls and bases with the definitions around them; no names for what stands in none."""
    told: tuple[Told, ...]
    has_errors: bool
    """Whether a part of the lines is no code, or they end within something."""
    code: str
    """The lines without what their comments and strings say."""


@lru_cache(maxsize=_KEPT)
def read_code(path: str, text: str, behind: str = "") -> Reading | None:
    """None for what is no code, or in a language without a grammar. Several claims cite the same lines.

    `behind`: the next lines of the document. What the lines end within is left out where these go on with it.
    """
    language = language_of(path, text)
    loaded = load_grammar(language)
    if loaded is None or len(text) > _LONGEST or not text.strip():
        return None
    wrong, whole, tree, before, after, is_cut = _parsed(text, language, loaded.parser)
    parsed = parse(SourceFile(path, tuple(whole.split("\n")), "", len(whole), 0))
    chains = [(), *map(_chain, parsed.nodes[1:])]
    told = list(walk(tree.root_node))
    if more := _going_on(text, behind, language):
        longer = _parsed(f"{text}\n{more}", language, loaded.parser)[2]
        there = {(one.saying, one.name, one.value, one.items) for one in walk(longer.root_node)}
        last = 0 if wrong else len(whole[: len(whole) - len(after) - 1].rstrip().encode("utf-8", "replace"))
        told = [
            one
            for one in told
            if (0 < one.end < last and not one.items)
            or not (one.end or one.items or is_cut)
            or (one.saying, one.name, one.value, one.items) in there
        ]
    if _MIDWAY.match(text):
        told = [replace(one, under=_behind_others(one.under)) for one in told]
    return Reading(
        language,
        tuple((chains[n], node) for n, node in enumerate(parsed.nodes) if chains[n]),
        tuple((chains[r.source], r) for r in parsed.references if r.kind in ("calls", "inherits")),
        tuple(told),
        is_cut,
        _without_prose(tree.root_node, whole, before, after, has_errors=bool(wrong)),
    )


def _behind_others(under: Under) -> Under:
    """What must hold for a statement in a branch whose first `if` is not among the lines: that its condition is false
    too, which they do not spell out.
    """
    return replace(under, guards=(("", False), *under.guards)) if under.guards else under


def _parsed(text: str, language: str, parser: Parser) -> tuple[int, str, Tree, str, str, bool]:
    """Bytes that are no code, the lines with what makes a file of them, the tree, what was put before and behind them,
    and whether they are more or less than whole statements.
    """
    body = dedent(text)
    best: tuple[int, str, Tree, str, str] | None = None
    wrappers = WRAPPERS.get(language, (("", ""),))
    open_marks = left_open(body) if language not in _BY_INDENTATION else ""
    # Lines from a branch on are code once it is closed; whether they are all of it, they do not say.
    endings = [f"{open_marks}{end}" for end in ("", ";")] if open_marks else []
    closed = [(before, f"{ending}{after}") for ending in endings for before, after in wrappers]
    for before, after in (*wrappers, *closed):
        # On the same first and last line: line numbers stay.
        whole = f"{before}{body}{after}\n"
        tree = parser.parse(whole.encode("utf-8", "replace"))
        wrong = _wrong_bytes(tree.root_node)
        if best is None or wrong < best[0]:
            best = (wrong, whole, tree, before, after)
        if not wrong:
            break
    assert best is not None
    return *best, bool(best[0]) or best[3:] not in wrappers


def _without_prose(root: SyntaxNode, whole: str, before: str, after: str, *, has_errors: bool) -> str:
    """The lines with their comments and strings blanked, and lines of prose where a comment's opening is not cited."""
    letters = bytearray(whole.encode("utf-8", "replace"))
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if _SILENT.search(node.type) and not (node.parent is not None and node.parent.type == "import_spec"):
            spoken = [child for child in node.named_children if _SPOKEN.search(child.type)]
            kept = {place for child in spoken for place in range(child.start_byte, child.end_byte)}
            for place in range(node.start_byte, node.end_byte):
                if place not in kept and letters[place] != ord("\n"):
                    letters[place] = ord(" ")
            waiting.extend(spoken)
        else:
            waiting.extend(node.named_children)
    text = letters.decode("utf-8", "replace")[len(before) :]
    text = text.removesuffix("\n").removesuffix(after)
    if not has_errors:
        return text
    return "\n".join("" if _PROSE.search(line) else line for line in text.split("\n"))


def left_open(text: str) -> str:
    """The marks that close what the lines open and leave open, innermost first; none where they close more."""
    waiting, unopened = brackets_of(text)
    return "\n" + "".join(reversed(waiting)) if waiting and not unopened else ""


def brackets_of(text: str) -> tuple[list[str], list[int]]:
    """The marks that would close what a text leaves open, and the places of those that close what it has not opened."""
    waiting: list[str] = []
    unopened: list[int] = []
    for found in _BRACKET.finditer(_TEXTS.sub(lambda one: " " * len(one[0]), text)):
        if found[0] in _CLOSES:
            waiting.append(_CLOSES[found[0]])
        elif waiting and waiting[-1] == found[0]:
            waiting.pop()
        else:
            unopened.append(found.start())
    return waiting, unopened


def _going_on(text: str, behind: str, language: str) -> str:
    """The lines behind a text, up to the end of the block that its last line stands in."""
    lines = behind.split("\n")
    if language in _BY_INDENTATION:
        margin = min((indent_of(line) for line in text.split("\n") if line.strip()), default=0)
        lines = list(takewhile(lambda line: not line.strip() or indent_of(line) >= margin, lines))
    whole = "\n".join([text, *lines])
    waiting, unopened = brackets_of(whole)
    if not waiting and _ENDED.search(text) and _BEGINS.match(whole, len(text)):
        return ""
    end = next((place for place in unopened if place > len(text)), None)
    return whole[len(text) + 1 : end].rstrip()


def _chain(node: Node) -> tuple[str, ...]:
    parts = parts_of(node.qualified_name)
    return tuple(part for part in parts if part != WRAPPED_NAME)


def _wrong_bytes(root: SyntaxNode) -> int:
    """Bytes that the grammar made nothing of; 0 for code without errors."""
    if not root.has_error:
        return 0
    wrong = 1
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            wrong += max(1, node.end_byte - node.start_byte)
        else:
            waiting.extend(child for child in node.children if child.has_error or child.is_missing)
    return wrong
