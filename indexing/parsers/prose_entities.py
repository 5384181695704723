"""What prose defines: terms in definition lists and glossaries, and endpoints such as `GET /users/{id}`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from markdown_it.token import Token

from citeline.model import Node

from .inline import read_inline, shorten, visible_text

_GLOSSARY: Final = re.compile(
    r"\bglossar|\bterminolog|术语|词汇表|名词解释|用語集"
    # `Terms of Service` and `Type definitions` are none.
    r"|^[\d.\s]*(?:(?:key|common|core|basic|important|main|domain|technical)\s+)?(?:terms|definitions)"
    r"(?:\s*(?:and|&|,|/)\s*(?:terms|definitions|concepts|acronyms|abbreviations))*\W*$",
    re.IGNORECASE,
)
_ENDPOINT: Final = re.compile(
    r"\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT)\s+(/[\w\-.~%{}<>:@!$&'()*+,;=/\[\]?#|]*)(?:\s+HTTP/[\d.]+)?"
)
_METHOD: Final = re.compile(r"GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT")
_SEPARATOR: Final = re.compile(r"\s*(?:[(（][^)）]{1,80}[)）])?\s*(?:[:：—–]|--?\s)\s*")
_OPENS: Final = re.compile(r"^[\s:：—–|)-]+")
_SENTENCE: Final = re.compile(r".+?(?:[。！？]|[.!?](?=\s+[^a-z\s]|$))")
_MAX_TERM: Final = 100
"""Characters; what is longer is a sentence in bold."""
_MAX_SENTENCE: Final = 400
_HEADING, _BLOCK, _MENTION = 0, 1, 2
"""Where an endpoint stands: the first of the most telling places in a document defines it."""


def is_glossary(title: str) -> bool:
    """A heading under which list items and table rows define terms."""
    return _GLOSSARY.search(title) is not None


def find_entities(
    tokens: Sequence[Token], lines: Sequence[str], in_glossary: Callable[[int], bool] | None
) -> list[Node]:
    """Nodes of kind `term` and `api`, hung on node 0; a document has an endpoint once.

    `in_glossary` tells of a line whether it stands under a glossary's heading; None when the document has none.
    """
    return _Finder(tokens, lines, in_glossary).find()


class _Finder:
    def __init__(
        self, tokens: Sequence[Token], lines: Sequence[str], in_glossary: Callable[[int], bool] | None
    ) -> None:
        self._tokens = tokens
        self._lines = lines
        self._in_glossary = in_glossary
        self._terms: list[Node] = []
        self._endpoints: dict[str, tuple[int, Node]] = {}

    def find(self) -> list[Node]:
        for index, token in enumerate(self._tokens):
            if token.type == "dt_open":
                self._read_definition(index)
            elif token.type == "tr_open":
                self._read_row(index)
            elif token.type == "inline":
                self._read_block(index)
        return [*self._terms, *(node for _, node in self._endpoints.values())]

    def _read_definition(self, index: int) -> None:
        """A `dt` with the `dd`s up to the next `dt` of its list."""
        level, end, definition = self._tokens[index].level, index, ""
        for position in range(index + 1, len(self._tokens)):
            token = self._tokens[position]
            if token.level < level or (token.type == "dt_open" and token.level == level):
                break
            if token.type == "dd_open" and token.level == level:
                end = position
            elif token.type == "inline" and token.level > level + 1 and not definition:
                definition = visible_text(token.children)
        last = self._tokens[end].map
        self._add_term(visible_text(self._tokens[index + 1].children), definition, self._tokens[index], last)

    def _read_row(self, index: int) -> None:
        token = self._tokens[index]
        is_body = self._tokens[index + 1].type == "td_open"
        if not is_body or not token.map:
            return
        in_glossary = self._stands_in_glossary(token)
        first = self._tokens[index + 2]
        if not in_glossary and not _METHOD.search(first.content):
            return
        cells = [visible_text(cell.children).strip() for cell in self._cells(index)]
        if self._add_endpoint(_ENDPOINT.match(" ".join(cells)), token, _BLOCK):
            return
        if in_glossary and len(cells) > 1:
            self._add_term(cells[0], cells[1], token, token.map)

    def _cells(self, index: int) -> Iterator[Token]:
        while self._tokens[index].type != "tr_close":
            if self._tokens[index].type == "inline":
                yield self._tokens[index]
            index += 1

    def _read_block(self, index: int) -> None:
        """A heading, the first paragraph of a list item, or any other inline text."""
        token = self._tokens[index]
        holder = self._tokens[index - 1].type
        item = self._tokens[index - 2] if index > 1 and self._tokens[index - 2].type == "list_item_open" else None
        if _METHOD.search(token.content) and token.map:
            shown = _with_placeholders(token)
            if holder == "heading_open":
                self._add_endpoint(_ENDPOINT.search(shown), token, _HEADING, self._text_below(index))
            elif item is not None and self._add_endpoint(_ENDPOINT.match(shown), item, _BLOCK):
                return
            self._add_mention(shown, token.map[0] + 1)
            for code in read_inline(token).codes:
                self._add_mention(code.text, code.line)
        if item is not None and self._stands_in_glossary(token) and (marked := _marked_term(token)):
            self._add_term(*marked, item, item.map)

    def _text_below(self, index: int) -> str:
        below = self._tokens[index + 2 : index + 4]
        is_paragraph = len(below) == 2 and below[0].type == "paragraph_open"
        return visible_text(below[1].children) if is_paragraph else ""

    def _stands_in_glossary(self, token: Token) -> bool:
        return self._in_glossary is not None and token.map is not None and self._in_glossary(token.map[0] + 1)

    def _add_term(self, term: str, definition: str, token: Token, last: list[int] | None) -> None:
        name = " ".join(term.split())
        if name and len(name) <= _MAX_TERM and token.map:
            start, end = self._span(token.map[0] + 1, last[1] if last else 0)
            self._terms.append(
                Node("term", name, name, start, end, 0, signature=name, docstring=_first_sentence(definition))
            )

    def _add_endpoint(self, match: re.Match[str] | None, token: Token, rank: int, below: str = "") -> bool:
        """True when there is a match; what follows it, else `below`, says what the endpoint does."""
        if match is None or not token.map:
            return False
        behind = _OPENS.sub("", match.string[match.end() :], count=1)
        start, end = self._span(token.map[0] + 1, token.map[1])
        self._keep(match, start, end, rank, _first_sentence(behind or below))
        return True

    def _add_mention(self, code: str, line: int) -> None:
        match = _ENDPOINT.fullmatch(code.strip())
        if match is not None:
            self._keep(match, line, line, _MENTION, "")

    def _keep(self, match: re.Match[str], start: int, end: int, rank: int, says: str) -> None:
        method, path = match[1], match[2].rstrip(".,:;|")
        if "(" not in path:
            path = path.rstrip(")")
        name = f"{method} {path}"
        known = self._endpoints.get(name)
        if known is None or rank < known[0]:
            data = {"method": method, "path": path}
            node = Node("api", name, name, start, end, 0, signature=name, docstring=says, data=data)
            self._endpoints[name] = rank, node

    def _span(self, start: int, end: int) -> tuple[int, int]:
        """Blank lines at the end left out."""
        end = min(end, len(self._lines))
        while end > start and not self._lines[end - 1].strip():
            end -= 1
        return start, max(start, end)


def _marked_term(token: Token) -> tuple[str, str] | None:
    """Term and definition of `**Term**: …`, `**Term:** …`, `**Term** — …` and the same with back quotes."""
    children = token.children or []
    first = next((i for i, child in enumerate(children) if child.content.strip()), len(children))
    if any(child.type == "strong_open" for child in children[:first]):
        behind = next((i for i in range(first, len(children)) if children[i].type == "strong_close"), len(children))
    elif first < len(children) and children[first].type == "code_inline":
        behind = first + 1
    else:
        return None
    term, rest = visible_text(children[first:behind]).strip(), visible_text(children[behind:])
    if term[-1:] in {":", "："}:
        return term[:-1], rest
    separator = _SEPARATOR.match(rest)
    return (term, rest[separator.end() :]) if separator else None


def _with_placeholders(token: Token) -> str:
    """The visible text, with what Markdown takes for tags behind a slash: `/users/<id>`."""
    pieces: list[str] = []
    for child in token.children or ():
        is_placeholder = child.type == "html_inline" and bool(pieces) and pieces[-1].endswith("/")
        piece = child.content if is_placeholder else visible_text([child])
        if piece:
            pieces.append(piece)
    return "".join(pieces).strip()


def _first_sentence(text: str) -> str:
    line = " ".join(text.split())
    match = _SENTENCE.match(line)
    return shorten(match[0] if match else line, _MAX_SENTENCE)
