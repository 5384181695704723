"""Code as a sentence of an answer repeats it: a whole statement, a condition with the one step that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from citeline.dataclass import dataclass
from citeline.model import StoredChunk, StoredNode
from citeline.patterns import re
from citeline.state import Fact

from ..draft import Draft
from .documentation import is_prose_node
from .guards import guards_in, is_block, is_case, is_definition, statement_of, stopped
from .lines import shortened
from .says_nothing import writes_log
from .syntax import Source, ancestors, is_called, lines_of, text_of

_WIDEST: Final = 4
"""Bytes of a character of code, indentation among them: what is longer is not read."""
_MOST_LINES: Final = 10
_LONGEST: Final = 200
_ENDS: Final = re.compile(
    r"\b(?:return|raise|throw|panic!?|exit|abort|break|continue|bail!|yield|reject|die|goto|next\(|redirect\w*|Err\()",
    re.I,
)
"""What a branch does that ends it."""
_CALLEE: Final = re.compile(r"[\w.$:>@-]+(?=!?\s*\(|\s+[\"'])")
"""What a statement calls that does nothing but call."""
_OPENS_BLOCK: Final = frozenset({"then", "else", "do"})
_MESSAGE: Final = re.compile(r"[^\"']*(?P<mark>[\"'])(?:\\.|(?!(?P=mark)).)*(?P=mark)")

_IF: Final = re.compile(r"if(?:_\w+)?")
_COMMAND: Final = re.compile(r"(?:\w+_)?command|pipeline|redirected_statement|variable_assignment")
"""Of a shell, where the end of a line ends one."""
_NOTHING: Final = re.compile(r"pass_statement|pass|ellipsis|empty_statement|(?:\w+_)?comment")
DECORATES: Final = ("@", "#[", "[")
"""What a decorator, an annotation or an attribute begins with."""
_SAID: Final = "string"
"""What documents a function in its body; alone there it may be what the function gives."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a line of code belongs to."""

    text: str
    """On one line."""
    start_line: int
    end_line: int


def statement_at(source: Source, line: int, most: int) -> Statement | None:
    """The whole of what the line is a part of: its statement, or the largest part of that with `most` characters.

    None where the line is all there is, and at the head of a block with several steps.
    """
    node = source.node_of_line(line)
    whole: Node | None = None
    for around in ancestors(node):
        if around.parent is None or is_block(around) or is_definition(around):
            break
        if "comment" in around.type or around.type.startswith("else"):
            break
        if around.end_byte - around.start_byte > _WIDEST * most or not _is_plain(around):
            break
        if len(_on_one_line(around)) > most:
            break
        if is_definition(around.parent) and around != around.parent.child_by_field_name("body"):
            break  # its modifiers, parameters or a clause of it
        if around == around.parent.child_by_field_name("function"):
            continue  # what is called, which `app.use(log).option` ends with, says nothing without its arguments
        if text_of(around).startswith("(") and not is_block(around.parent):
            continue  # the arguments of a call, which say nothing without what is called
        whole = around
        if is_block(around.parent):
            break
    if whole is None:
        return None
    first, last = lines_of(whole)
    return Statement(_on_one_line(whole), first, last) if last > first else None


def _on_one_line(node: Node) -> str:
    return " ".join(text_of(node).split())


def opened_at(source: Source, line: int, most: int) -> Statement | None:
    """A head with the first statement of what it opens, and the mark of what is left out: `for it in all: ask(it) …`.

    None where nothing is opened, a comment comes first, or both have more than `most` characters.
    """
    first = _first_opened(source.node_of_line(line), line)
    if first is None:
        return None
    (_, column), lines = first.start_point, [*source.lines[line - 1 : first.start_point.row + 1]]
    lines[-1] = lines[-1].encode()[:column].decode()
    head = " ".join(" ".join(lines).split()).lstrip("})]; ")
    text = f"{head} {_on_one_line(first)} …"
    # `, bell=None) -> None:` ends a head that begins above.
    begins = head[:1].isidentifier() and all(head.count(left) == head.count(right) for left, right in ("()", "[]"))
    return Statement(text, line, lines_of(first)[1]) if begins and len(text) <= most else None


def _first_opened(node: Node | None, line: int) -> Node | None:
    """The first statement of the first block that begins on a line or behind it; where that opens one, of this."""
    nodes = [node] if node is not None else []
    while nodes:
        node = nodes.pop()
        if "comment" in node.type and lines_of(node)[0] >= line:
            return None
        if not is_block(node) or lines_of(node)[0] < line:
            nodes.extend(reversed([one for one in node.named_children if lines_of(one)[1] >= line]))
            continue
        inner = _inner(node)
        if inner and "comment" in inner[0].type:
            return None
        first = next((one for one in inner if lines_of(one)[0] > line), None)
        if first is None or is_prose_node(first) or any(map(is_prose_node, first.named_children)):
            return None
        if (text := text_of(first)).isidentifier() or text.startswith(DECORATES):
            return None  # `pass`, `@Override`
        if _is_plain(first):
            return first
        return _first_opened(first, lines_of(first)[0]) if any(map(is_block, first.named_children)) else None
    return None


def _inner(block: Node) -> list[Node]:
    """The statements of a block, comments among them."""
    children = block.named_children
    return _inner(children[0]) if len(children) == 1 and is_block(children[0]) else children


def _is_plain(node: Node) -> bool:
    """Whether it reads as one sentence: without a block of several steps, and without comments but in a literal."""
    steps = [one for one in node.named_children if "comment" not in one.type]
    if is_block(node) and (len(steps) > 1 or len(steps) < node.named_child_count):
        return False
    if sum(map(is_case, steps)) > 1:
        return False
    return not any(map(_is_unmarked, node.children)) and all(map(_is_plain, steps))


def _is_unmarked(node: Node) -> bool:
    """Whether only the end of a line sets a statement apart: a block behind its condition, one statement behind another
    one behind `then`, a command of a shell.
    """
    before, first = node.prev_sibling, next(iter(node.named_children), node) if is_block(node) else node
    if not node.is_named or before is None or not before.is_named or first.start_point.row == before.end_point.row:
        return False
    if is_called(node.type, _COMMAND):
        return True
    follows = any(one.type in _OPENS_BLOCK for one in _until_named(before))
    return follows or (is_block(node) and not text_of(node).startswith(("{", "do")))


def _until_named(node: Node) -> Iterator[Node]:
    """What stands before a node, backwards, up to another one with a name."""
    before = node.prev_sibling
    while before is not None and not before.is_named:
        yield before
        before = before.prev_sibling


def head_told(source: Source, chunk: StoredChunk, line: int, *, logs: bool = False) -> Draft | None:
    """What follows from the condition whose head is all of a line of a chunk, for `if broken {` alone says nothing.
    `logs`: what is written to a log is asked for.
    """
    for guard, body in guards_in(source, line, line):
        end = min(guard.end_line, chunk.end_line, line + _MOST_LINES - 1)
        if guard.start_line == line < guard.end_line and (consequence := _consequence(body, end, logs=logs)):
            enclosing = source.enclosing(line)
            subject = enclosing.qualified_name if enclosing else source.document.path
            fact: Fact = {
                "relation": "when",
                "subject": subject,
                "object": consequence,
                "condition": guard.condition,
            }
            return Draft(fact, int(chunk.document), line, end)
    return None


def _consequence(body: Node, end: int, *, logs: bool) -> str:
    """What the branch does, on one line: the statement that ends it, else its first, for a bare `return` says nothing.
    Of one that goes on behind the line `end`, which is the last that is cited, what stands before.
    """
    statements = [node for node in _statements(body) if lines_of(node)[0] <= end]
    ends = (node for node in statements if _ENDS.match(text_of(node)) and not only_ends(text_of(node), 1))
    telling = (node for node in statements if not (only_ends(text_of(node), 1) or (not logs and _log_in(node))))
    decisive = next(ends, next(telling, next(iter(statements), None)))
    if decisive is None:
        return ""
    first, last = lines_of(decisive)
    text = text_of(decisive)
    if last > end:
        text = "\n".join(text.split("\n")[: end - first + 1])
    return shortened(" ".join(text.split()) + " …" * (last > end), _LONGEST)


def _statements(body: Node) -> Iterator[Node]:
    if body.parent is not None and not is_block(body) and body in (beside := stopped(body.parent)):
        yield from (one for one in beside if one.is_named and "comment" not in one.type)
        return  # of a case, whose statements stand in no block
    children = [child for child in body.named_children if "comment" not in child.type]
    first, last = lines_of(body)
    if len(children) == 1 and children[0].type in ("statement_list", "statements"):
        children = children[0].named_children
    whole = first == last and not (body.text or b"").startswith((b"{", b"("))
    yield from [body] if whole or not children else children


def only_ends(text: str, most: int = 2) -> bool:
    """Whether all that a statement does is to end a branch, in `most` words: `return`, `return None`."""
    return _ENDS.match(text) is not None and len(text.split()) <= most


def _log_in(node: Node) -> Node | None:
    """The first call of a statement that only writes to a log, whatever it asks before; None of another one."""
    if not is_called(node.type, _IF):
        callee = _CALLEE.match(text_of(node))
        return node if callee is not None and writes_log(callee[0]) else None
    body = node.child_by_field_name("consequence")
    logs = [*map(_log_in, _statements(body))] if body and not node.child_by_field_name("alternative") else []
    return logs[0] if logs and all(logs) else None


def behind_log(source: Source, line: int, most: int) -> tuple[Statement, Statement] | None:
    """What a line writes to a log and nothing else, up to its message, and what is done next; None where that only
    leaves.
    """
    node = statement_of(source.node_of_line(line))
    log = _log_in(node) if node is not None else None
    following = node.next_named_sibling if node is not None and log is not None else None
    while following is not None and ("comment" in following.type or _log_in(following)):
        following = following.next_named_sibling
    if log is None or following is None or only_ends(text_of(following), 1) or not _is_plain(following):
        return None
    text, own = _on_one_line(following), _on_one_line(log)
    message = _MESSAGE.match(own)
    told = Statement(message[0] if message else own, *lines_of(log))
    return (told, Statement(text, *lines_of(following))) if len(text) <= most else None


def does_nothing(source: Source, node: StoredNode) -> bool:
    """Whether the body of a definition is empty, as that of a hook that others fill."""
    line = source.lines[node.start_line - 1] if node.start_line <= len(source.lines) else ""
    at = max(line.find(node.name), 0)
    named = source.node_at(node.start_line, at, node.start_line, at + len(node.name))
    around = next(filter(is_definition, ancestors(named)), None)
    body = around and (around.child_by_field_name("body") or next(filter(is_block, around.named_children), None))
    if body is None or not is_block(body):
        return False
    steps = [one for one in body.named_children if one.type != _SAID]
    return all(is_called(one.type, _NOTHING) for one in steps) and len(steps) >= min(body.named_child_count, 1)
