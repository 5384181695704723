"""Which parser reads which file; a file that its parser cannot read is read as plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Final, TypeAlias

from citeline.model import Format, ParsedDocument, SourceFile

from ..files.formats import DOCUMENT_FORMATS
from .languages import format_of, language_of
from .limits import time_limit
from .plugins import plugin_for

Parser: TypeAlias = Callable[[SourceFile, str], ParsedDocument]
"""Takes the file and its language."""

PARSERS: Final[tuple[tuple[Format, str, str], ...]] = (
    ("prose", "markdown", "markdown:parse_markdown"),
    ("prose", "notebook", "notebook:parse_notebook"),
    ("prose", "rst", "markup.rst:parse_rst"),
    ("prose", "html", "markup.html:parse_html"),
    ("prose", "man", "markup.man_reading:parse_man"),
    ("prose", "asciidoc", "markup.asciidoc:parse_asciidoc"),
    *(("prose", row.language, "extracted:parse_extracted") for row in DOCUMENT_FORMATS),
    ("prose", "", "text:parse_text"),
    ("code", "", "programs.code:parse_code"),
    ("data", "", "data:parse_data"),
    ("text", "", "text:parse_text"),
)
"""Format, language and parser; the first row that matches reads the file. An empty language matches every one.

A parser is imported with the first file that it reads: docutils takes longer to load than a question to answer.
"""

_SNIFFED_CHARS: Final = 20_000
PARSE_LIMIT_S: Final = 20.0
"""The slowest real file that we measured takes 0.6 s; a file at this limit was written to hurt."""


def parse(source: SourceFile) -> ParsedDocument:
    """The file's tree. Never raises: a file that defeats its parser gets a plain tree and a note that says why."""
    language, parser = _parser_of(source)
    try:
        with time_limit(PARSE_LIMIT_S):
            return parser(source, language)
    except KeyboardInterrupt:
        raise
    # Every parser here stands on foreign code that is fed foreign files: whatever it raises, the text remains. A plugin
    # that calls `sys.exit()` raises no Exception.
    except BaseException as error:  # noqa: BLE001
        return parse_as_text(source, f"the {language} parser failed ({type(error).__name__}: {error})")


def load_parsers(paths: Iterable[str]) -> None:
    """Read an empty file with each ending that the paths have, so that what reads them is loaded, and of a process that
    is forked afterwards nothing is loaded again.

    The parsers of a tree in TypeScript, Vue and Markdown take .7 s to load, as long as its first hundred files.
    """
    names = {path.rpartition("/")[2] for path in paths}
    endings = {ending for name in names if (ending := name[name.find(".", 1) :]).startswith(".")}
    known: set[str] = set()
    for path in (f"a{ending}" for ending in sorted(endings)):
        if (language := language_of(path)) not in known and not plugin_for(path):
            known.add(language)
            parse(SourceFile(path, ("",), "", 0, 0))


def _parser_of(source: SourceFile) -> tuple[str, Parser]:
    if plugin := plugin_for(source.path):
        return plugin.language, plugin.read
    language = language_of(source.path, source.text[:_SNIFFED_CHARS])
    format_ = format_of(language)
    return language, _loaded(next(row[2] for row in PARSERS if row[0] == format_ and row[1] in {"", language}))


@cache
def _loaded(name: str) -> Parser:
    module, _, function = name.partition(":")
    parser: Parser = getattr(import_module(f"{__package__}.{module}"), function)
    return parser


def parse_as_text(source: SourceFile, why: str) -> ParsedDocument:
    """A plain tree, and a note that says why there is no other."""
    language = language_of(source.path, source.text[:_SNIFFED_CHARS])
    from .text import parse_plain

    return replace(parse_plain(source, language), note=f"read as plain text: {why}")
