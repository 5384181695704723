"""Do lines show that something is done under a condition? Read by how they are written: words and indentation.

What is not spelled out is not shown: a condition that is part of another one, `unless`, a branch that was left before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from citeline.markup import leads_in, plain_text
from citeline.patterns import re
from citeline.text import has_word, indent_of

from .passage import collapse, contains_name

DENIED: Final = re.compile(r"if (?P<condition>.+) … else")
"""How a source words that the condition does not hold."""
_IF: Final = r"(?:else\s+)?if|elif|elsif|elseif|when|catch"
_LEAVES: Final = r"(?:return|raise|throw|continue|break)\b"
_BEFORE: Final = rf"[^\w!]*(?:(?:{_IF})\b(?:[^;]*;)?[^\w!]*)?"
"""Of a condition on its line; in Go a statement may stand there too. `not` and `!` are no part of it."""
_BEHIND: Final = rf"[\s)*]*(?:[:：{{]|=>|->|then\b|do\b)?[\s*{{]*(?:{_LEAVES}.*|(?:#|//).*)?"
_ELSE: Final = re.compile(r"[\s})]*else\b[\s:{]*(?:(?:#|//).*)?")
_ITEM: Final = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")
_MOST_LINES: Final = 6
"""That a condition goes over; formatters break one at each `and`."""
_OPENING: Final = 40
"""Characters of what is stated by which its line is found."""
_TAIL: Final = 4
"""Words at the end of a sentence by which its line is found."""
FENCES: Final = ("```", "~~~")


def is_governed(stated: str, condition: str, text: str) -> bool:
    """Whether lines show a text under a condition: behind it, and indented more or as an item until there. For
    `if ready … else` behind its `else`.
    """
    lines = text.split("\n")
    denied = DENIED.fullmatch(condition)
    shown = _behind_denied if denied else _under
    heads = _heads(lines, denied["condition"] if denied else condition)
    return any(shown(lines, first, last, collapse(plain_text(stated))) for first, last in heads)


def _heads(lines: Sequence[str], condition: str) -> Iterator[tuple[int, int]]:
    """Where a condition stands as all that is tested: first and last line, from 0."""
    pattern = _head(condition)
    for first, line in enumerate(lines):
        if not has_word(line):
            continue  # a bracket or a rule above the condition, which may be indented otherwise
        ends = range(first, min(first + _MOST_LINES, len(lines)))
        joined = (" ".join(" ".join(lines[first : last + 1]).split()) for last in ends)
        found = (last for last, text in zip(ends, joined, strict=True) if pattern.fullmatch(text))
        if pattern.fullmatch(_read(line)):
            yield first, first
        elif (last := next(found, None)) is not None:
            yield first, last


def is_led(stated: str, lead: str, text: str) -> bool:
    """Whether a text begins an item of the list, or stands in the block of code, that a sentence with a colon leads in;
    such an item may go on behind a mark.
    """
    lines = text.split("\n")
    tail = collapse(plain_text(lead)).split(" ")[-_TAIL:]
    ends = (
        at
        for at, line in enumerate(lines)
        if leads_in(line) and _read(line).rstrip(":： *_").split(" ")[-len(tail) :] == tail
    )
    return any(_is_in_block(collapse(plain_text(stated)), lines, at + 1) for at in ends)


def _is_in_block(stated: str, lines: Sequence[str], start: int) -> bool:
    first = next((at for at in range(start, len(lines)) if lines[at].strip()), len(lines))
    fence = lines[first].strip()[:3] if first < len(lines) else ""
    for at in range(first, len(lines)):
        line = lines[at]
        if fence in FENCES:
            if at > first and line.strip().startswith(fence):
                return False
            if contains_name(_read(line), stated):
                return True
            continue
        item = _ITEM.match(line)
        if line.strip() and not (item or line[:1].isspace()):
            return False
        read = _read(line[item.end() :] if item else line)
        whole = " ".join(filter(None, (read, *map(_read, lines[at + 1 : at + 3])))) if item else read
        if whole.startswith(stated) and not whole[len(stated) : len(stated) + 1].isalnum():
            return True
    return False


@lru_cache(maxsize=64)
def _head(condition: str) -> re.Pattern[str]:
    bare = condition.removesuffix(" …")
    return re.compile(f"{_BEFORE}{re.escape(bare)}{_BEHIND if bare == condition else '.*'}")


def _under(lines: Sequence[str], first: int, last: int, stated: str) -> bool:
    indent = indent_of(lines[first])
    return _follows(lines, last + 1, stated, lambda line: indent_of(line) > indent or _ITEM.match(line) is not None)


def _behind_denied(lines: Sequence[str], first: int, last: int, stated: str) -> bool:
    indent = indent_of(lines[first])
    ends = (at for at in range(last + 1, len(lines)) if _is_said(lines[at]) and indent_of(lines[at]) <= indent)
    # Where a branch ends without a bracket, what follows is the next statement.
    end = next((at for at in ends if has_word(lines[at]) or indent_of(lines[at]) < indent), len(lines))
    if end == len(lines) or indent_of(lines[end]) < indent:
        return False
    is_else = _ELSE.fullmatch(lines[end]) is not None
    return is_else and _follows(lines, end + 1, stated, lambda line: indent_of(line) > indent)


def _follows(lines: Sequence[str], start: int, stated: str, is_inside: Callable[[str], bool]) -> bool:
    """Whether a text begins on a line from `start` on, before any that is not inside."""
    for at in range(start, len(lines)):
        if _is_said(lines[at]):
            if not is_inside(lines[at]):
                return False
            read = _read(lines[at])
            whole = " ".join(filter(None, (read, *map(_read, lines[at + 1 : at + 3]))))
            if 0 <= whole.find(stated[:_OPENING]) < len(read):
                return True
    return False


def _read(line: str) -> str:
    return collapse(plain_text(line))


def _is_said(line: str) -> bool:
    return line.strip() not in ("", "{")
