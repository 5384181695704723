"""What a file or a folder says that it is for: its first documented sentence, with the lines that hold it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citeline.dataclass import dataclass
from citeline.markup import plain_text
from citeline.model import CALLABLE_KINDS, TYPE_KINDS, StoredDocument, StoredNode
from citeline.patterns import re
from citeline.text import fold, is_cjk

from ..draft import Draft
from ..reading.sentences import split_sentences
from .texts import Texts, stem_of
from .words import asking_words

_MARK: Final = re.compile(r"^[\s/*#!;%<>\-\"'`{}|.]+|[\s*/\"'`}]+$")
_NOTICE: Final = re.compile(
    r"copyright|licen[sc]e|redistribution|neither the name|all rights reserved|spdx|generated|@\w+|eslint|prettier"
    r"|©|\(c\)|module dependencies|do not edit|coding[:=]|usage:|todo|fixme|xxx"
    r"|module variables|module exports|^[\w./]+\.\w{1,4}$|^\S+ ?\.\.\.$",
    re.IGNORECASE,
)
_UNDERLINE: Final = re.compile(r"^\s*[=~\-^*#]{3,}\s*$")
_MIN_WORDS: Final = 2
_MIN_CJK: Final = 6
_MAX_CHARS: Final = 240
_WINDOW: Final = 60
"""Lines above and below the beginning of a definition in which its documentation is looked for."""
_MAX_NAMES: Final = 5
_MAX_NAMED_LINES: Final = 12
"""From the first name to the last one that is told: what is told must be in the lines that are cited."""
_TO_SIGNATURE: Final = 8
"""Lines from a sentence above a definition to its first line, which is shown with it."""
_MIN_SHORT: Final = 3
_FEW: Final = 3
"""Definitions of a file so small that one of them may speak for all."""
_DOORS: Final = ("readme", "__init__", "mod", "lib", "index", "doc", "package-info", "main")
"""Stems of the files that speak for their folder, best first."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A sentence and its lines; or names that a file defines, with the line of the first one."""

    text: str
    document: StoredDocument
    start_line: int
    end_line: int
    names: tuple[str, ...] = ()
    """What the file defines, where nothing in it is documented; `text` is empty then."""

    def draft(self, subject: str) -> Draft:
        """What it says of a folder or a file."""
        relation, said = ("part", self.text) if self.text else ("part_defines", ", ".join(f"`{n}`" for n in self.names))
        return Draft.of(relation, subject, said, self.document.id, self.start_line, self.end_line)


def summary_of_text(texts: Texts, document: StoredDocument) -> Summary | None:
    """From what the file says of itself, above all that it defines."""
    nodes = texts.nodes(document)
    return _from_docstring(texts, document, nodes[0], prefix="") if nodes else None


def summary_of_own_type(texts: Texts, document: StoredDocument, name: str) -> Summary | None:
    """From the documentation of the type of a file that is called so."""
    own = [
        node for node in defined_in(texts.nodes(document)) if node.kind in TYPE_KINDS and fold(node.name) == fold(name)
    ]
    return next((found for node in own if (found := summary_of_definition(texts, document, node)) is not None), None)


def summary_of_file(texts: Texts, document: StoredDocument, *, names_only: bool = False) -> Summary | None:
    """From its own documentation, else that of its main definition, else what it defines; None for an empty one."""
    nodes = texts.nodes(document)
    if not nodes:
        return None
    if not names_only and (own := summary_of_text(texts, document)):
        return own
    defined = defined_in(nodes)
    for node in [] if names_only else _by_importance(defined, stem_of(document.path)):
        if found := summary_of_definition(texts, document, node):
            return found
    told = [node for node in defined if node.kind in TYPE_KINDS | CALLABLE_KINDS] or defined
    if not told:
        return None
    first = told[0]
    told = [node for node in told if node.start_line < first.start_line + _MAX_NAMED_LINES][:_MAX_NAMES]
    return Summary("", document, first.start_line, told[-1].start_line, tuple(dict.fromkeys(n.name for n in told)))


def summary_of_definition(texts: Texts, document: StoredDocument, node: StoredNode) -> Summary | None:
    """From the documentation of one definition of a file."""
    prefix = "" if node.name.lower() in node.docstring[:80].lower() else f"`{node.name}`: "
    return _from_docstring(texts, document, node, prefix)


def speaks_for_folder(document: StoredDocument, folder: str) -> bool:
    """Whether what a file says above all else is said of its folder: by its name, and in Go whatever it is called."""
    stem = stem_of(document.path)
    return document.language == "go" or stem in _DOORS or fold(stem) == fold(folder.rpartition("/")[2])


def doors_of(documents: Sequence[StoredDocument], folder: str) -> list[StoredDocument]:
    """The files of a folder by how well they speak for all of it: `__init__`, one called like it, central ones."""
    name = fold(folder.rpartition("/")[2])

    def order(document: StoredDocument) -> tuple[bool, int, float]:
        stem = stem_of(document.path)
        place = _DOORS.index(stem) if stem in _DOORS else len(_DOORS) - (fold(stem) == name)
        inside = document.path[len(folder) + 1 :].removeprefix("src/") if folder else document.path
        return "/" in inside, place, -document.pagerank

    return sorted(documents, key=order)


def _by_importance(nodes: Sequence[StoredNode], stem: str) -> list[StoredNode]:
    """Documented definitions that may speak for a file: the one called like it, then types, the best documented first.

    A function among many speaks for itself only, so it comes where nothing else is defined.
    """
    speaking = [n for n in nodes if n.docstring and (n.kind in TYPE_KINDS or _is_own(n, stem) or len(nodes) <= _FEW)]
    return sorted(
        speaking,
        key=lambda n: (
            not (_is_own(n, stem) and n.kind in TYPE_KINDS),
            not (_is_own(n, stem) and n.kind != "constructor"),
            n.kind not in TYPE_KINDS,
            -len(n.docstring),
        ),
    )


def defined_in(nodes: Sequence[StoredNode]) -> list[StoredNode]:
    """What a file defines at its top, or in the modules and namespaces that only wrap it."""
    wraps = {node.id for node in nodes if node.kind == "file" or (node.kind == "module" and not node.docstring)}
    told = [node for node in nodes[1:] if node.parent in wraps and not _is_private(node)]
    parents = {node.parent for node in told}
    return [node for node in told if not (node.id in wraps and node.id in parents)]


def _is_private(node: StoredNode) -> bool:
    return node.name.startswith("_") or (node.language == "go" and node.name[:1].islower())


def _is_own(node: StoredNode, stem: str) -> bool:
    """Whether a definition is called like its file, or like its beginning: `res` in `response.js`."""
    name, own = fold(node.name), fold(stem)
    return name == own or (len(name) >= _MIN_SHORT and own.startswith(name))


def _from_docstring(texts: Texts, document: StoredDocument, node: StoredNode, prefix: str) -> Summary | None:
    for sentence in split_sentences(_without_title(node.docstring), 2):
        plain = plain_text(sentence.text)
        words = len(plain) >= _MIN_CJK if is_cjk(plain) else len(plain.split()) >= _MIN_WORDS
        if not words or _NOTICE.search(plain) or asking_words().match(plain):
            continue
        place = _lines_of(texts.lines(document), sentence.text, node)
        if place is None:
            return None
        if node.kind != "file" and place[1] < node.start_line <= place[1] + _TO_SIGNATURE:
            place = place[0], node.start_line
        shown = plain if len(plain) <= _MAX_CHARS else plain[:_MAX_CHARS].rsplit(" ", 1)[0] + " …"
        return Summary(prefix + shown, document, *place)
    return None


def _without_title(docstring: str) -> str:
    """Documentation without a first line that is underlined, or is the name of the module."""
    lines = docstring.split("\n")
    while len(lines) > 1 and (_UNDERLINE.match(lines[1]) or not lines[0].strip()):
        lines = lines[2:] if lines[0].strip() else lines[1:]
    return "\n".join(lines)


def _lines_of(lines: Sequence[str], sentence: str, node: StoredNode) -> tuple[int, int] | None:
    """First and last line, 1-based, of a sentence of a documentation, comment marks aside."""
    first = max(0, node.start_line - 1 - (0 if node.kind == "file" else _WINDOW))
    last = min(len(lines), node.start_line + _WINDOW)
    bare = [" ".join(_MARK.sub("", line).split()) for line in lines[first:last]]
    wanted = " ".join(_MARK.sub("", sentence).split())
    starts = [
        number
        for number, line in enumerate(bare)
        if line and (wanted.startswith(line) or line.startswith(wanted) or wanted[:24] in line)
    ]
    for start in starts:
        joined = ""
        for number in range(start, min(start + 8, len(bare))):
            joined = f"{joined} {bare[number]}".strip()
            if wanted[-20:] in joined:
                return first + start + 1, first + number + 1
    return None
