"""What the walker asks of a node of HTML: its line, its attributes, its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from selectolax.lexbor import LexborNode

from .html_lines import END, LINE

UNSEEN: Final = frozenset(["head", "script", "style", "template", "noscript", "svg", "iframe", "object", "datalist"])
"""What no reader sees as text."""
_APART: Final = frozenset(["br", "p", "div", "li", "td", "th", "tr", "dd", "dt", "hr", "table", "ul", "ol"])
"""Their text does not run into that of their neighbours."""
_PERMALINK: Final = re.compile(r"[\s¶#§\u200b🔗]+$|\s*\[edit\]\s*$|^[§¶\u200b]\s*", re.IGNORECASE)
_MAY_HIDE: Final = "[hidden], [aria-hidden], [style]"
_HIDDEN: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def line_of(node: LexborNode) -> int:
    """Where its tag stands; 0 for what the parser has added."""
    written = node.attributes.get(LINE)
    return int(written) if written and written.isdecimal() else 0


def end_line_of(node: LexborNode, first: int) -> int:
    """Where its end tag stands; at least `first`, which it is too when there is none."""
    last = node.last_child
    # The comment in front of `</table>` stands in the cell that is still open.
    while last is not None and last.is_element_node:
        last = last.last_child
    content = last.comment_content if last is not None and last.is_comment_node else None
    if content and content.startswith(END) and content[len(END) :].isdecimal():
        return max(first, int(content[len(END) :]))
    return max([first, *(line_of(inner) for inner in node.traverse())])


def attribute(node: LexborNode, name: str) -> str:
    """Empty when there is none, or it has no value."""
    return node.attributes.get(name) or ""


def classes(node: LexborNode) -> list[str]:
    """Of its `class` attribute."""
    return attribute(node, "class").split()


def is_hidden(node: LexborNode) -> bool:
    """Whether the page itself says that it is not shown."""
    return hides(node.attributes)


def hides(about: Mapping[str, str | None]) -> bool:
    """Whether these attributes say that an element is not shown."""
    return "hidden" in about or about.get("aria-hidden") == "true" or bool(_HIDDEN.search(about.get("style") or ""))


def children(node: LexborNode) -> list[LexborNode]:
    """Elements only."""
    return list(node.iter())


def text_of(node: LexborNode) -> str:
    """What a reader sees of it, on one line, nothing that is hidden; of pictures the text that stands for them."""
    first = node.first_child
    if first is None:
        return ""
    if first.is_text_node and first.next is None:  # most cells, headings and links
        return " ".join((first.text_content or "").split())
    return " ".join("".join(_pieces(node)).split())


def code_of(node: LexborNode) -> str:
    """What a reader sees of a block of code, line by line as it is written, nothing that is hidden."""
    if node.css_first(_MAY_HIDE) is None:  # most blocks; a highlighter makes an element of each word
        return node.text() or ""
    return "".join(_pieces(node, as_written=True))


def title_of(node: LexborNode) -> str:
    """Of a heading, without the mark that links to it."""
    return _PERMALINK.sub("", text_of(node)).strip()


def _pieces(node: LexborNode, *, as_written: bool = False) -> Iterator[str]:
    """`as_written`: no spaces between blocks, and nothing for pictures."""
    inside = list(node.iter(include_text=True))
    inside.reverse()
    while inside:
        inner = inside.pop()
        if inner.is_text_node:
            yield inner.text_content or ""
            continue
        tag, about = inner.tag or "", inner.attributes
        if tag in UNSEEN or (about and hides(about)):
            continue
        if as_written:
            pass
        elif tag in _APART:
            yield " "
        elif tag == "img":
            yield about.get("alt") or ""
        below = list(inner.iter(include_text=True))
        below.reverse()
        inside += below
