"""The condition under which a line of code runs: the nearest `if`, `case`, `except`, `else` … around it.

Grammars name these nodes alike, so one pattern over the names of nodes reads all languages; where there is no grammar
nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tree_sitter import Node

from citeline.dataclass import dataclass
from citeline.patterns import re

from .lines import shortened
from .syntax import Source, ancestors, is_called, lines_of, text_of

_GUARD: Final = re.compile(
    r"(?:if|elif|elsif|elseif|unless|else|guard|when|case|rescue|except|catch|conditional|ternary)(?:_\w+)?"
    r"|(?:match|switch|case|expression|default|type|communication|when)_(?:arm|case|rule|entry|clause|label|block_statement_group)"
    r"|\w+_modifier|assert_statement"
)
_NO_GUARD: Final = re.compile(r"(?:case|when|switch|catch)_(?:block|body|list|parameter|label|pattern|condition)s?")
_STOP: Final = re.compile(
    r"(?!struct_expression|\w+_(?:body|call|invocation|reference|(?:call|access|index)_expression)$)"  # what is used
    r"(?:(?:function|method|constructor|closure|lambda|arrow_function|class|impl|struct|enum)(?:_\w+)?|func_literal|singleton_method)"
)
_BLOCK: Final = re.compile(
    r"(?:\w+_)?(?:block|body|statement_list|statements|statement_block|module|program|source_file|translation_unit|then|do_block"
    r"|suite|declaration_list|consequence|chunk|body_statement|begin|stmt_list|compound_statement|block_statement_group)"
)
_CLOSURES: Final = frozenset({"closure_expression", "lambda", "lambda_expression", "lambda_literal"})
"""Without a block: the statement of one with a block stands in there."""
_BRANCH: Final = re.compile(
    r"elif|elsif|elseif|else|rescue|when|(?:elif|elseif|else_if|else|except|catch|case|in|default)_(?:clause|block|statement|item)"
    r"|(?:match|switch|expression|type|default|communication|when)_(?:arm|case|rule|section|entry|default|block_statement_group)"
)
"""Of those that stand beside each other one runs."""
_LOOP: Final = re.compile(r"(?:for|foreach|while|until|loop|do|repeat|switch|match)(?:_\w+)?")
_ASSERTION: Final = re.compile(r"(?:debug_)?(?:assert|ensure|require|check|invariant|precondition)\w*!?", re.IGNORECASE)
_CALL: Final = re.compile(r"(?:\w+_)?(?:call|call_expression|method_invocation|macro_invocation)")
_TURNED: Final = re.compile(r"unless|guard")
"""Whose body runs where the condition does not hold."""
_UNREAD: Final = frozenset({"token_tree", "ERROR"})
_RULE: Final = "macro_rule"
"""Whose head, `($name:ident) => {`, is no condition of what the macro writes."""
_WORDED: Final = re.compile(
    r"(?:if|elif|elsif|elseif|else\s+if)\b\s*(?P<if>.*)|(?:unless|else|case|when|catch|except|rescue|guard|default)\b.*|.*=>\s*\{?$"
)
_MARKS: Final = frozenset((":", "=>", "->"))
"""What ends the head of a case."""
_MOST_ABOVE: Final = 60
"""Lines that are looked at for a line of lesser indentation."""
_TAIL: Final = re.compile(r"(?:\s*(?:\{|:|=>|->|\bthen|\bdo))*\s*$")
_LONGEST: Final = 160
"""Characters of a condition that is quoted; a longer one is cut."""


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition and the statement or clause that it belongs to."""

    condition: str
    """As the source spells it, on one line."""
    start_line: int
    end_line: int
    head_line: int
    """Where its condition is written: of an `else` that of the `if`."""

    def start_within(self, end_line: int, most: int) -> int:
        """The first line to cite with what is done at `end_line`: that of the condition, or where both are more than
        `most` lines its own.
        """
        return self.head_line if end_line - self.head_line < most else self.start_line


def guard_of(node: Node | None) -> Guard | None:
    """The nearest condition that decides whether a syntax node runs; where its function has none, one around that:
    what is defined under `except ImportError` runs only then.
    """
    for around in ancestors(node):
        if _is_guard(around) and (condition := _condition(around, node)):
            return _guard(condition, around)
    return None


def guard_at(source: Source, node: Node | None, line: int) -> Guard | None:
    """The nearest condition around a line: by syntax, or where that says nothing (no grammar, the arguments of a macro)
    by indentation.
    """
    if (found := guard_of(node)) is not None:
        return found
    unread = node is None or any(around.type in _UNREAD for around in ancestors(node))
    rule = next((lines_of(around)[0] for around in ancestors(node) if around.type == _RULE), 0)
    return _by_indentation(source, line, above=rule) if unread else None


def _guard(condition: str, node: Node) -> Guard:
    above = node.parent if node.type.startswith("else") and node.parent is not None else node
    return Guard(condition, *lines_of(node), lines_of(above)[0])


def _by_indentation(source: Source, line: int, above: int) -> Guard | None:
    inner = _indent(source.lines[line - 1])
    for number in range(line - 1, max(above, line - _MOST_ABOVE), -1):
        text = source.lines[number - 1]
        if not text.strip() or _indent(text) >= inner:
            continue
        inner = _indent(text)
        head = text.strip().lstrip("}").strip()
        if (found := _WORDED.match(head)) and (condition := _TAIL.sub("", found["if"] or head)):
            return Guard(_one_line(condition), number, line, number)
        if not inner:
            return None
    return None


def _indent(text: str) -> int:
    return len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip())


def statement_of(node: Node | None) -> Node | None:
    """The statement that a syntax node is part of; of a closure the one that it is written in."""
    inner = None
    for around in ancestors(node):
        parent = around.parent
        if parent is None:
            return inner
        inner = around
        if is_called(parent.type, _BLOCK) or is_called(parent.type, _STOP):
            return around if parent.type not in _CLOSURES else statement_of(parent)
        if _is_guard(parent) and parent.type != "assert_statement" and not _is_assertion(parent):
            return around
    return inner


def run_instead(node: Node | None) -> list[tuple[int, int]]:
    """First and last lines of the branches below a syntax node that run only where its own does not."""
    found: list[tuple[int, int]] = []
    for around in ancestors(node):
        above = around.parent
        if above is None or is_definition(around):
            break
        others = above.children_by_field_name("alternative")
        if is_called(around.type, _BRANCH) or (others and around == above.child_by_field_name("consequence")):
            below = (one for one in above.named_children if one.start_byte >= around.end_byte)
            found += [lines_of(one) for one in below if one in others or is_called(one.type, _BRANCH)]
    return found


def guards_in(source: Source, start_line: int, end_line: int) -> list[tuple[Guard, Node]]:
    """Every condition that begins on the lines, with its syntax node, in order."""
    found: list[tuple[Guard, Node]] = []
    # The smallest node around the lines, and those around it that begin where it does: no other has one.
    last = min(end_line, len(source.lines))
    whole = source.node_at(start_line, 0, last, len(source.lines[last - 1])) or source.root
    while whole is not None and whole.parent is not None and lines_of(whole.parent)[0] >= start_line:
        whole = whole.parent
    stack = [whole] if whole is not None else []
    while stack:
        node = stack.pop()
        first, last = lines_of(node)
        if last < start_line or first > end_line:
            continue
        if start_line <= first and _is_guard(node) and (body := _body(node)) is not None:
            condition = _condition(node, body)
            if condition:
                found.append((_guard(condition, node), body))
        stack.extend(reversed(node.named_children))
    return found


def decides(node: Node | None) -> bool:
    """Whether a statement decides what runs, or how often."""
    return node is not None and (_is_guard(node) or is_called(node.type, _LOOP))


def is_block(node: Node) -> bool:
    """Whether a node holds statements."""
    return is_called(node.type, _BLOCK)


def is_definition(node: Node) -> bool:
    """Whether a node defines a function or type."""
    return is_called(node.type, _STOP)


def _is_guard(node: Node) -> bool:
    if not node.is_named or is_called(node.type, _NO_GUARD):
        return False
    if node.type.startswith(("conditional", "ternary")):
        return node.child_by_field_name("condition") is not None
    return is_called(node.type, _GUARD) or _is_assertion(node)


def _is_assertion(node: Node) -> bool:
    """`assert!(holds, "message")`, `require(holds) { "message" }`: a call that checks its first argument."""
    if not is_called(node.type, _CALL):
        return False
    callee = (
        node.child_by_field_name("function") or node.child_by_field_name("macro") or node.child_by_field_name("name")
    )
    if callee is None or not _ASSERTION.fullmatch(text_of(callee)):
        return False
    # `require('fs')` checks nothing: what is checked stands before its message.
    arguments = node.child_by_field_name("arguments")
    return arguments is None or arguments.named_child_count > 1 or arguments.parent != node


def _body(node: Node) -> Node | None:
    fields = ("consequence", "body", "value") if node.type == "match_arm" else ("consequence", "body")
    for name in fields:
        if (found := node.child_by_field_name(name)) is not None:
            return found
    tested = node.children_by_field_name("condition")
    children = [child for child in node.named_children if "comment" not in child.type]
    if tested:  # statements without a block around them, the first of which stands for all
        return next((one for one in children if one.start_byte >= tested[-1].end_byte), None)
    return children[-1] if len(children) > 1 else None


def _condition(guard: Node, node: Node | None) -> str:
    """How the source words a condition for what is inside of it; empty when the node is the condition itself."""
    if node is None:
        return ""
    part = _part_with(guard, node)
    if part is None:
        return ""
    if guard.type.startswith("else"):
        above = _tested(guard.parent) if guard.parent is not None else None
        return _where(guard.parent, above, otherwise=True) if guard.parent is not None and above else ""
    condition = _tested(guard)
    if condition and condition[0].start_byte <= part.start_byte < condition[-1].end_byte:
        return ""
    if part == guard.child_by_field_name("initializer"):
        return ""  # `if err := run(); err != nil` runs `run` first
    alternative = guard.child_by_field_name("alternative")
    is_other = part.type.startswith("else") or (alternative is not None and alternative.start_byte <= part.start_byte)
    if is_other and condition:
        return _where(guard, condition, otherwise=True)
    if guard.type == "assert_statement":
        checked = guard.named_children[0]
        return "" if checked.end_byte > part.start_byte else _one_line(f"assert {text_of(checked)}")
    if _is_assertion(guard):
        head = text_of(guard).split("\n")[0].rstrip(" ,({")
        return _one_line(head) if part.start_byte > guard.start_byte else ""
    if condition:
        return _where(guard, condition)
    raw = guard.text or b""
    end = min(one.start_byte for one in (part, *stopped(guard)))  # without the other statements of a case
    head = raw[: end - guard.start_byte].decode("utf-8", "replace")
    return _one_line(_TAIL.sub("", head))


def stopped(guard: Node) -> list[Node]:
    """What stands behind the mark that ends the head of a case, as its statements do; empty without one."""
    at = next((place for place, one in enumerate(guard.children) if one.type in _MARKS), len(guard.children))
    return guard.children[at + 1 :]


def _tested(guard: Node) -> list[Node]:
    """What an `if` tests: one syntax node, or of `if let x = y` several."""
    return [one for one in guard.children_by_field_name("condition") if one.is_named]


def _where(guard: Node, tested: Sequence[Node], *, otherwise: bool = False) -> str:
    """That what is tested holds; of `else`, and of the body of `unless` and Swift's `guard`, that it does not."""
    raw = guard.text or b""
    text = raw[tested[0].start_byte - guard.start_byte : tested[-1].end_byte - guard.start_byte]
    condition = _one_line(text.decode("utf-8", "replace"))
    return condition if otherwise == bool(_TURNED.match(guard.type)) else _denied(condition)


def _denied(condition: str) -> str:
    return f"if {condition} … else"


def _part_with(guard: Node, node: Node) -> Node | None:
    """The child of the guard that holds the node."""
    return next(
        (child for child in guard.children if child.start_byte <= node.start_byte and node.end_byte <= child.end_byte),
        None,
    )


def _one_line(text: str) -> str:
    whole = " ".join(text.split())
    while whole.startswith("(") and whole.endswith(")") and _closes_last(whole):
        whole = whole[1:-1].strip()
    return shortened(whole, _LONGEST)


def _closes_last(text: str) -> bool:
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return place == len(text) - 1
    return False
