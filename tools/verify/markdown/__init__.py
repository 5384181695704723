"""Finds the citations in Markdown that people or models wrote. Reads text only: never opens a file, judges nothing."""

from .found import UnreadableMarkdownError, find_citations
from .page_places import WrittenPlace
from .pointers import is_half_read, renumber
from .prose import is_source, may_cite
from .quotations import Citation, Quotation

__all__ = [
    "Citation",
    "Quotation",
    "UnreadableMarkdownError",
    "WrittenPlace",
    "find_citations",
    "is_half_read",
    "is_source",
    "may_cite",
    "renumber",
]
