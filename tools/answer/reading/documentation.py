"""The prose in code: comments, docstrings and help texts as whole sentences, with the lines on which they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from textwrap import dedent
from typing import Final

from tree_sitter import Node

from citeline.dataclass import dataclass
from citeline.indexing.parsers.languages import language_row
from citeline.model import StoredNode
from citeline.patterns import re

from ...citations.passage import terms_in, without_comment_marks
from .guards import is_block
from .lines import OUT_OF_USE, read_line
from .sentences import Sentence, split_sentences
from .syntax import Source, ancestors, is_called, lines_of, text_of

_OPENING: Final = re.compile(r"^\s*[rRbBuUfF]{0,2}#*(?:\"\"\"|'''|[\"'`])")
_CLOSING: Final = re.compile(r"(?:\"\"\"|'''|[\"'`])#*\s*$")
_LITERAL: Final = re.compile(r"\s*[A-Za-z]{0,2}([\"'])(?!\1).*\1\s*")
"""A line of a text that is written as several literals."""
_GOES_ON: Final = re.compile(r"\\(?:n\\)?$")
"""At the end of a line that goes on below."""
_RULE: Final = re.compile(r"(?:^|\s)[/*#]{2,}\s*$")
"""What frames a comment: a line of slashes, and what ends the line between two such."""
_PARAGRAPH: Final = re.compile(r"^(\s*)(?:</?(?:p|li|ul|ol|br|dd|dt)\b[^<>]*/?>\s*)+")
"""What begins a line of Javadoc, and is no text."""
_TAG: Final = re.compile(
    r"""\s*(?:(?P<mark>[@\\:])(?:(?<!:)(?P<tag>\w+)\b|(?<=:)(?P<field>[\w-]+(?:\s[^:`\n]+)?:)(?=\s))|<\w+(?:\s+\w+="(?P<name>[^"\n]*)")?\s*>)(?P<text>.*)"""
)
"""What begins a part of a documentation comment: `@throws IOException if`, `:param size:`, `<param name="size">`."""
_OPTION: Final = re.compile(r"\s*--?\w[\w-]*(?:, *--?[\w-]+)*(?:[ =](?:<[^<>]+>|[A-Z_]+))?(?:\s{2,}\S.*)?")
"""A line of a help text that begins an option, with what it does in a column of its own or below: `-s, --size N`."""
_NUMPYDOC: Final = re.compile(r"\s*\*{0,2}[\w.]+(?:, \*{0,2}[\w.]+)*(?: : .*)?")
_GOOGLE: Final = re.compile(r"\s+\*{0,2}[\w.]+(?: ?\([^()]*\))?: \S.*")
_SECTION: Final = re.compile(r"\s*\w+:\s*")
_LONGEST_ENTRY: Final = 300
"""Characters of what is said of one parameter, which is told as one sentence."""
_END_OF_ELEMENT: Final = re.compile(r"</\w+>\s*$")
_STATEMENTS: Final = frozenset(["block", "expression_statement", "module"])
"""What holds a string that is no part of anything else."""
_OF_NEXT: Final = frozenset({"@doc", "@typedoc"})
"""What a text is given to that documents what begins below it, in Elixir."""
_DOC: Final = _OF_NEXT | {"@moduledoc"}
_LONGEST_DOC: Final = 16
_AROUND_DOC: Final = 4
"""A text, what is given to `@doc`, its call, and the mark before that."""
_LEAST_WORDS: Final = 6
_LEAST_PLAIN: Final = 0.8
"""Share of what stands between blanks that is a word, in a text that is prose and no program, query or sample."""
_WORD: Final = re.compile(r"[(\[\"'`*_]*[^\W\d_]+(?:['’/.-][^\W\d_]+)*[\"'`*_)\],.;:!?]*|[–—-]+|\d[\d.,%]*")
_ATTRIBUTE: Final = re.compile(r"(?:.*_)?(?:decorators?|annotations?|attributes?|modifiers?|comment)(?:_.*)?")
_ATTRIBUTES: Final = 5
"""Lines below a comment in which its definition begins."""
_ABOVE: Final = 4
"""Lines of comment above a line that are read with it."""
REMARK: Final = re.compile(r"^\s*(?:#(?!\[)|//|/?\*|--|;|%)+!?\s?(.*)$")
_TRAILING: Final = re.compile(r"\s(?:#|//|--)\s(.*)$")
_FARTHEST: Final = 300
"""Lines of one comment above and below a line."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence of a comment, a docstring or a help text."""

    text: str
    start_line: int
    end_line: int
    about: StoredNode | None
    """The definition that it documents, or stands in."""


def documentation_around(source: Source, first: int, last: int) -> list[Spoken]:
    """The sentences of comments, docstrings and texts of several lines that touch the lines, whole wherever they begin
    and end.

    Empty where the lines are nothing but code, and for code without a grammar.
    """
    found: list[Spoken] = []
    line = first
    while line <= last:
        block = _block_at(source, line)
        if block is None:
            line += 1
            continue
        spoken, about = _sentences(block), _about(source, block)
        found += [
            Spoken(one.text, one.start_line, one.end_line, about)
            for one in spoken
            if one.start_line <= last and first <= one.end_line
        ]
        line = block.end_line + 1
    return found


def documents_at(source: Source, line: int) -> tuple[bool, StoredNode | None]:
    """Whether a line, an example say, stands in a comment or a text, and the definition that this is about."""
    block = _block_at(source, line)
    return block is not None, _about(source, block) if block else source.enclosing(line)


def _about(source: Source, block: _Block) -> StoredNode | None:
    return _documented(source, block.end_line) if block.is_above else source.enclosing(block.start_line)


def _sentences(block: _Block) -> list[Sentence]:
    """Those of a block. Each tag of a documentation comment begins one, and each option of a help text; a tag without
    words is left out.
    """
    lines = _plain(block).split("\n")
    tags = [_TAG.fullmatch(line) for line in lines]
    entries = set() if block.is_comment else _entries(lines)
    starts = [at for at, tag in enumerate(tags) if at and (tag or at in entries or _OPTION.fullmatch(lines[at]))]
    # What stands below `.. warning::` is text, and below no directive an example.
    language = "rst" if any(line.lstrip().startswith(".. ") and line.endswith("::") for line in lines) else ""
    found: list[Sentence] = []
    for first, end in pairwise([0, *starts, len(lines)]):
        if tag := tags[first]:
            if read_line(block.lines[first]).mute:
                continue
            name = tag["tag"] or tag["field"] or tag["name"] or ""
            lines[first] = f"{name} {_END_OF_ELEMENT.sub('', tag['text']).strip()}".strip()
        elif first:
            lines[first] = lines[first].strip()  # an option; indented it would be an example
        # What stands below a tag is indented for it.
        rest = dedent("\n".join(lines[first + 1 : end])).split("\n") if first else lines[first + 1 : end]
        said = split_sentences("\n".join([lines[first], *rest]), block.start_line + first, language)
        end_of_first = next((at for at in range(first, end) if not lines[at].strip()), end)
        of_first = [one for one in said if one.end_line < block.start_line + end_of_first]
        together = " ".join(one.text for one in of_first)
        if first and len(of_first) > 1 and len(together) <= _LONGEST_ENTRY:  # only the first one says what it is of
            said = [replace(said[0], text=together, end_line=of_first[-1].end_line), *said[len(of_first) :]]
        if tag and tag["mark"] and said:
            said = [replace(said[0], text=tag["mark"] + said[0].text), *said[1:]]
        found += said
    return found


def _entries(lines: list[str]) -> set[int]:
    """Lines of a docstring that begin what is said of a parameter or a result, as numpydoc and Google write it. A name
    that stands above what is said of it gets its colon, and the line above the first one is left out.
    """
    terms = {at for at in terms_in(lines) if _NUMPYDOC.fullmatch(lines[at])}
    entries = terms | {at for at, line in enumerate(lines) if _GOOGLE.fullmatch(line)}
    for at in entries:
        lines[at] = f"{lines[at].strip()}:" if at in terms else lines[at].strip()
        if at and at - 1 not in entries and _SECTION.fullmatch(lines[at - 1]):
            lines[at - 1] = ""
    return entries


def _documented(source: Source, end: int) -> StoredNode | None:
    """The definition that begins below a comment, behind its decorators or attributes; else the one around it."""
    for line in range(end + 1, min(end + _ATTRIBUTES, len(source.lines)) + 1):
        if not source.lines[line - 1].strip():
            break
        node = source.enclosing(line)
        if node is not None and node.start_line == line:
            return node
        of_line = [one for one in ancestors(source.node_of_line(line)) if lines_of(one) == (line, line)]
        around = of_line[-1].parent if of_line and not _is_attribute(of_line[-1]) else None
        if around is not None and (is_block(around) or around.parent is None):
            break  # a statement
    return source.enclosing(end)


def _is_attribute(node: Node) -> bool:
    return is_called(node.type, _ATTRIBUTE) or text_of(node).startswith("@")


@dataclass(frozen=True, slots=True)
class _Block:
    """A comment or a text, from its first mark to its last."""

    lines: Sequence[str]
    start_line: int
    end_line: int
    is_comment: bool
    is_above: bool = True
    """Whether it may document what begins below it, as docstrings do not."""


def _block_at(source: Source, line: int) -> _Block | None:
    """The comment or text that the line is part of; None for code."""
    node = source.node_of_line(line)
    if node is None:
        return _by_marks(source, line)
    whole = next((one for one in ancestors(node) if _is_said(one)), None)
    if whole is None:
        return None
    if "comment" not in whole.type:
        return _text(whole)
    first, last = lines_of(whole)
    while first > max(1, line - _FARTHEST) and _goes_on(source, first - 1, whole):
        first -= 1
    while last < min(len(source.lines), line + _FARTHEST) and _goes_on(source, last + 1, whole):
        last += 1
    return _Block(source.lines[first - 1 : last], first, last, is_comment=True)


def _by_marks(source: Source, line: int) -> _Block | None:
    """The comment in a file of settings, which has no syntax tree: neighbouring lines that begin with its mark."""
    marks = tuple(language_row(source.document.language).line_comment.split())
    if source.document.format != "data" or not marks:
        return None
    is_marked = [text.lstrip().startswith(marks) for text in source.lines]
    if not is_marked[line - 1]:
        return None
    first = last = line
    while first > max(1, line - _FARTHEST) and is_marked[first - 2]:
        first -= 1
    while last < min(len(is_marked), line + _FARTHEST) and is_marked[last]:
        last += 1
    return _Block(source.lines[first - 1 : last], first, last, is_comment=True)


def _goes_on(source: Source, line: int, comment: Node) -> bool:
    """Whether a comment of the same kind stands alone on a line next to it."""
    node = source.node_of_line(line)
    return (
        node is not None
        and node.type == comment.type
        and node.start_point.column == comment.start_point.column
        and bool(source.lines[line - 1].strip())
    )


def is_prose_node(node: Node) -> bool:
    """Whether a syntax node is a comment, or a string that is a statement by itself, as docstrings are."""
    is_alone = node.type == "string" and node.parent is not None and node.parent.type in _STATEMENTS
    return is_alone or "comment" in node.type or node.type == "heredoc_body"


def _is_said(node: Node) -> bool:
    """A comment, a string that is a statement by itself, as docstrings are, or prose over several lines."""
    if "comment" in node.type:
        return True
    parent = node.parent
    if "string" not in node.type or parent is None or "string" in parent.type:
        return False
    is_long = node.end_point.row > node.start_point.row
    return parent.type in _STATEMENTS or (is_long and (bool(_given_to(node)) or _is_prose(node)))


def _text(node: Node) -> _Block:
    return _Block(text_of(node).split("\n"), *lines_of(node), is_comment=False, is_above=_given_to(node) in _OF_NEXT)


def _given_to(node: Node) -> str:
    """`@doc` or another attribute of Elixir that a text is given to; empty for none."""
    for around in islice(ancestors(node), _AROUND_DOC):
        before = node.start_byte - around.start_byte
        if (
            0 < before <= _LONGEST_DOC
            and (name := (around.text or b"")[:before].decode("utf-8", "replace").strip()) in _DOC
        ):
            return name
    return ""


def _is_prose(node: Node) -> bool:
    words = _plain(_text(node)).split()
    return len(words) >= _LEAST_WORDS and sum(map(bool, map(_WORD.fullmatch, words))) >= _LEAST_PLAIN * len(words)


def _plain(block: _Block) -> str:
    """The lines without the marks of comments or the quotes around a text, as many as before."""
    if block.is_comment:
        is_first = block.start_line == 1 and block.lines[0].startswith("#!")  # `#!/bin/sh` says nothing
        told = ["", *block.lines[1:]] if is_first else block.lines
        used = ["" if OUT_OF_USE.fullmatch(line) else line for line in told]
        bare = [_RULE.sub("", _PARAGRAPH.sub(r"\1", without_comment_marks(line))) for line in used]
    else:
        bare = [_GOES_ON.sub("", line) for line in block.lines]
        if all(map(_LITERAL.fullmatch, bare)):
            bare = [_CLOSING.sub("", _OPENING.sub("", line)) for line in bare]
        bare[0] = _OPENING.sub("", bare[0])
        bare[-1] = _CLOSING.sub("", bare[-1])
    # The first line of a text stands behind its quotes, so its indentation tells nothing.
    rest = dedent("\n".join(bare[1:]))
    return "\n".join([bare[0].strip(), rest]) if len(bare) > 1 else bare[0].strip()


def remarks_at(source: Source, line: int) -> str:
    """The comment behind what stands on a line, and the one right above it, by their marks alone."""
    behind = _TRAILING.search(source.lines[line - 1])
    return " ".join([*remarks_above(source, line), *([behind[1]] if behind else ())])


def remarks_above(source: Source, line: int) -> list[str]:
    """What the lines of the comment right above a line say."""
    said: list[str] = []
    for text in reversed(source.lines[max(0, line - 1 - _ABOVE) : line - 1]):
        if (remark := REMARK.match(text)) is None:
            break
        said.insert(0, remark[1])
    return said
