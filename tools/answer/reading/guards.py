"""The condition under which a line of code runs: the nearest `if`, `case`, `except`, `else` … around it.

Grammars name these nodes alike, so one pattern over the names of nodes reads all languages; where there is no grammar
nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tree_sitter import Node

from citeline.dataclass import dataclass
from citeline.patterns import re

from .lines import shortened
from .syntax import Source, ancestors, is_called, lines_of, text_of

_IF: Final = re.compile(r"(?:if|elif|elsif|elseif|else_if|unless|guard|ternary|conditional(?!_type))(?:_\w+)?")
_ELSE_IF: Final = re.compile(r"(?:elif|elsif|elseif|else_if)(?:_\w+)?")
_ELSE: Final = re.compile(r"else(?:_(?!if)\w+)?")
_CASE: Final = re.compile(
    r"when|rescue|cr_clause|(?:case|catch|except|in)_(?:clause|item|statement|block)|except_group_clause|when_entry"
    r"|(?:match|switch|expression|default|type|communication)_(?:\w+_)?(?:arm|case|rule|entry|section|statement_group)"
    r"|switch_(?:statement_)?default|match_(?:conditional|default)_expression"
)
"""Without the labels of a case, and without what holds all cases: that has no head of its own."""
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
_LOOP: Final = re.compile(r"(?:for|foreach|while|until|loop|do|repeat|switch|match|case|when)(?:_\w+)?")
_ASSERTION: Final = re.compile(r"(?:debug_)?(?:assert|ensure|require|check|invariant|precondition)\w*!?", re.IGNORECASE)
_CALL: Final = re.compile(r"(?:\w+_)?(?:call|call_expression|method_invocation|macro_invocation)")
_TURNED: Final = "unless"
"""Whose body runs where the condition does not hold."""
_UNREAD: Final = frozenset({"token_tree", "ERROR"})
_RULE: Final = "macro_rule"
"""Whose head, `($name:ident) => {`, is no condition of what the macro writes."""
_WORDED: Final = re.compile(
    r"(?:if|elif|elsif|elseif|else\s+if)\b\s*(?P<if>.*)|(?:unless|else|case|when|catch|except|rescue|guard|default)\b.*|.*=>\s*\{?$"
)
_MARKS: Final = {"case_item": (")",)}
"""What ends the head of a case, by its kind of syntax node; mostly one of these:"""
_MOSTLY: Final = (":", "=>", "->")
_ANY: Final = re.compile(r"(?:case\s+)?(?:_|\*|default|else|otherwise|true)")
"""The case for all others has no condition that it could be told under."""
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
    found = (_guard(around, node) for around in ancestors(node) if node is not None)
    return next(filter(None, found), None)


def guard_at(source: Source, node: Node | None, line: int) -> Guard | None:
    """The nearest condition around a line: by syntax, or where that says nothing (no grammar, the arguments of a macro)
    by indentation.
    """
    if (found := guard_of(node)) is not None:
        return found
    unread = node is None or any(around.type in _UNREAD for around in ancestors(node))
    rule = next((lines_of(around)[0] for around in ancestors(node) if around.type == _RULE), 0)
    return _by_indentation(source, line, above=rule) if unread else None


def _by_indentation(source: Source, line: int, above: int) -> Guard | None:
    inner = _indent(source.lines[line - 1])
    for number in range(line - 1, max(above, line - _MOST_ABOVE), -1):
        text = source.lines[number - 1]
        if not text.strip() or _indent(text) >= inner:
            continue
        inner = _indent(text)
        head = text.strip().lstrip("}").strip()
        found = _WORDED.match(head)
        condition = _TAIL.sub("", found["if"] or head) if found else ""
        if condition and not _ANY.fullmatch(condition):
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
        if _is_conditional(parent) or is_called(parent.type, _ELSE):
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
        found += ((guard, body) for body in _bodies(node) if (guard := _guard(node, body)))
        stack.extend(reversed(node.named_children))
    return [(guard, body) for guard, body in found if start_line <= guard.start_line <= end_line]


def decides(node: Node | None) -> bool:
    """Whether a statement decides what runs, or how often."""
    return node is not None and (_is_conditional(node) or _is_assertion(node) or is_called(node.type, _LOOP))


def is_block(node: Node) -> bool:
    """Whether a node holds statements."""
    return is_called(node.type, _BLOCK)


def is_case(node: Node) -> bool:
    """Whether a node is one case of several, with what runs then."""
    return is_called(node.type, _CASE)


def is_definition(node: Node) -> bool:
    """Whether a node defines a function or type."""
    return is_called(node.type, _STOP)


def _is_conditional(node: Node) -> bool:
    return node.is_named and (is_called(node.type, _IF) or is_called(node.type, _CASE))


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


def _bodies(node: Node) -> Iterator[Node]:
    """What runs under the condition of an `if` or a case, and what runs otherwise: of statements without a block around
    them the first.
    """
    if is_called(node.type, _IF):
        behind = (one for one in node.named_children if _is_said(one) and one.start_byte >= _end_of_test(node))
        bodies = [one for one in behind if not is_called(one.type, _ELSE_IF)]
        yield from bodies[:1]
        yield from (_within(one) for one in bodies[1:] if _is_other(node, one) and not is_called(one.type, _IF))
    elif is_called(node.type, _CASE):
        yield from [one for one in node.named_children if _is_said(one) and one.start_byte >= _end_of_head(node)][:1]


def _within(node: Node) -> Node:
    """The block of an `else`."""
    inner = [one for one in node.named_children if _is_said(one)] if is_called(node.type, _ELSE) else []
    return inner[0] if len(inner) == 1 else node


def _is_said(node: Node) -> bool:
    return "comment" not in node.type


def _guard(around: Node, node: Node) -> Guard | None:
    """The condition that a syntax node decides on, for one inside of it; None where it decides nothing for that."""
    decides = _is_conditional(around) or around.type == "assert_statement" or _is_assertion(around)
    part = _part_with(around, node) if decides else None
    if part is None:
        return None
    if is_called(around.type, _IF):
        return _guard_of_if(around, part)
    if is_called(around.type, _CASE):
        return _guard_of_case(around, part)
    if around.type == "assert_statement":
        checked = around.named_children[0]
        condition = _one_line(f"assert {text_of(checked)}") if checked.end_byte <= part.start_byte else ""
    else:
        head = text_of(around).split("\n")[0].rstrip(" ,({")
        condition = _one_line(head) if part.start_byte > around.start_byte else ""
    return Guard(condition, *lines_of(around), lines_of(around)[0]) if condition else None


def _guard_of_case(case: Node, part: Node) -> Guard | None:
    """With the heads of those above it that have nothing of their own: `case 1: case 2:`."""
    first, end = case, _end_of_head(case)
    while (above := first.prev_named_sibling) is not None and above.type == case.type and _has_nothing(above):
        first = above
    own, whole = (_TAIL.sub("", _written(one.start_byte, end, case.parent or case)) for one in (case, first))
    if part.start_byte < end or _ANY.fullmatch(own):
        return None
    start_line = lines_of(first)[0]
    return Guard(_one_line(whole), start_line, lines_of(case)[1], start_line)


def _has_nothing(case: Node) -> bool:
    has_mark = any(one.type in _marks_of(case) for one in case.children)
    return has_mark and not any(one.is_named and _is_said(one) for one in stopped(case))


def _guard_of_if(guard: Node, part: Node) -> Guard | None:
    tested, (start_line, end_line) = _tested(guard), lines_of(guard)
    # In `ring() if ready` the test stands behind; `if err := run(); err != nil` runs `run` first.
    is_before = part.start_byte < _end_of_test(guard) and part != guard.child_by_field_name("body")
    if not tested or is_before or part == guard.child_by_field_name("initializer") or not _is_said(part):
        return None  # a comment between two branches may be about either
    if not _is_other(guard, part):
        condition = _where(guard, tested)
        return Guard(condition, start_line, end_line, start_line) if not _ANY.fullmatch(condition) else None
    before = (one for one in guard.named_children if is_called(one.type, _ELSE_IF) and one.end_byte <= part.start_byte)
    last = next(reversed([one for one in before if _tested(one)]), guard)
    marks = [one for one in guard.children if one.type == "else" and one.end_byte <= part.start_byte]
    first = lines_of(marks[-1] if marks else part)[0]
    return Guard(_where(last, _tested(last), otherwise=True), first, lines_of(part)[1], lines_of(last)[0])


def _is_other(guard: Node, part: Node) -> bool:
    """Whether a part of an `if` runs where its condition does not hold."""
    alternative = guard.child_by_field_name("alternative")
    if (
        is_called(part.type, _ELSE)
        or is_called(part.type, _ELSE_IF)
        or (alternative is not None and alternative.start_byte <= part.start_byte)
    ):
        return True
    return any(one.type == "else" and one.end_byte <= part.start_byte for one in guard.children)


def _tested(guard: Node) -> list[Node]:
    """What an `if` tests: one syntax node, or of `if let x = y` several. Where its grammar does not tell, all before
    what runs then.
    """
    if tested := [one for one in guard.children_by_field_name("condition") if one.is_named]:
        return tested
    end = next((at for at, one in enumerate(guard.children) if _opens(guard, at)), 0)
    return [one for one in guard.children[:end] if one.is_named and _is_said(one)]


def _opens(guard: Node, place: int) -> bool:
    child = guard.children[place]
    return child.type == "then" or guard.field_name_for_child(place) in ("consequence", "body")


def _end_of_test(guard: Node) -> int:
    tested = _tested(guard)
    return tested[-1].end_byte if tested else guard.end_byte


def _end_of_head(case: Node) -> int:
    """Where the head of a case ends; its own end where neither a mark nor a block says so."""
    marks = [] if case.type.startswith("catch") else [one for one in case.children if one.type in _marks_of(case)]
    if marks:
        return marks[-1].start_byte
    blocks = (one for one in case.children if one.type == "{" or (one.is_named and is_block(one)))
    block = case.child_by_field_name("body") or next(blocks, None)
    return block.start_byte if block is not None else case.end_byte


def _marks_of(case: Node) -> Sequence[str]:
    return _MARKS.get(case.type, _MOSTLY)


def stopped(guard: Node) -> list[Node]:
    """What stands behind the mark that ends the head of a case, as its statements do; empty without one."""
    marks = [place for place, one in enumerate(guard.children) if one.type in _marks_of(guard)]
    return guard.children[marks[-1] + 1 :] if marks else []


def _where(guard: Node, tested: Sequence[Node], *, otherwise: bool = False) -> str:
    """That what is tested holds; of `else`, and of the body of `unless`, that it does not."""
    condition = _one_line(_written(tested[0].start_byte, tested[-1].end_byte, guard))
    return condition if otherwise == guard.type.startswith(_TURNED) else f"if {condition} … else"


def _written(start: int, end: int, around: Node) -> str:
    """The source between two places of a syntax node."""
    raw = around.text or b""
    return raw[start - around.start_byte : end - around.start_byte].decode("utf-8", "replace")


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
