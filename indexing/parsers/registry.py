"""Which parser reads which file; a file that its parser cannot read is read as plain text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from citeline.model import Format, ParsedDocument, SourceFile

from ..diagrams.reading import with_diagrams
from ..files.formats import DOCUMENT_FORMATS
from .data import parse_data
from .extracted import parse_extracted
from .languages import format_of, language_of
from .markdown import parse_markdown
from .markup.asciidoc import parse_asciidoc
from .markup.html import parse_html
from .markup.rst import parse_rst
from .notebook import parse_notebook
from .plugins import plugin_for
from .programs.code import parse_code
from .text import parse_plain, parse_text
from .time_limit import time_limit

Parser: TypeAlias = Callable[[SourceFile, str], ParsedDocument]
"""Takes the file and its language."""

PARSERS: Final[tuple[tuple[Format, str, Parser], ...]] = (
    ("prose", "markdown", parse_markdown),
    ("prose", "notebook", parse_notebook),
    ("prose", "rst", parse_rst),
    ("prose", "html", parse_html),
    ("prose", "asciidoc", parse_asciidoc),
    *(("prose", row.language, parse_extracted) for row in DOCUMENT_FORMATS),
    ("prose", "", parse_text),
    ("code", "", parse_code),
    ("data", "", parse_data),
    ("text", "", parse_text),
)
"""Format, language and parser; the first row that matches reads the file. An empty language matches every one."""

_SNIFFED_CHARS: Final = 20_000
PARSE_LIMIT_S: Final = 20.0
"""The slowest real file that we measured takes 0.6 s; a file at this limit was written to hurt."""


def parse(source: SourceFile) -> ParsedDocument:
    """The file's tree. Never raises: a file that defeats its parser gets a plain tree and a note that says why."""
    language, parser = _parser_of(source)
    try:
        with time_limit(PARSE_LIMIT_S):
            return with_diagrams(source, parser(source, language))
    except KeyboardInterrupt:
        raise
    # Every parser here stands on foreign code that is fed foreign files: whatever it raises, the text remains. A plugin
    # that calls `sys.exit()` raises no Exception.
    except BaseException as error:  # noqa: BLE001
        return parse_as_text(source, f"the {language} parser failed ({type(error).__name__}: {error})")


def _parser_of(source: SourceFile) -> tuple[str, Parser]:
    if plugin := plugin_for(source.path):
        return plugin.language, plugin.read
    language = language_of(source.path, source.text[:_SNIFFED_CHARS])
    format_ = format_of(language)
    return language, next(row[2] for row in PARSERS if row[0] == format_ and row[1] in {"", language})


def parse_as_text(source: SourceFile, why: str) -> ParsedDocument:
    """A plain tree, and a note that says why there is no other."""
    language = language_of(source.path, source.text[:_SNIFFED_CHARS])
    return replace(parse_plain(source, language, format_of(language)), note=f"read as plain text: {why}")
