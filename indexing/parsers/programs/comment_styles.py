"""How each language marks its comments, and which of them it calls documentation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from citeline.dataclass import dataclass

from ..languages import Language

_STARS: Final = r"/\*\*(?![*/])"
_SLASHES: Final = r"///(?!/)"
_DOC_MARKS: Final[Mapping[str, str]] = {
    name: marks
    for names, marks in {
        "javascript typescript tsx vue svelte kotlin scala php": _STARS,
        "java rust csharp swift dart": rf"{_STARS}|{_SLASHES}",
        "c cpp objc": rf"{_STARS}|{_SLASHES}|/\*!|//!",
        "zig": _SLASHES,
        "ocaml ocaml_interface": r"\(\*\*(?![*)])",
        "haskell": r"--+ ?\||\{- ?\|",
        "lua": r"---(?!-)|--\[\[-",
        "r": r"#'",
    }.items()
    for name in names.split()
}
"""Where comments of another kind are documentation too, as in Go or Ruby, the language is not listed."""
_CONTINUED: Final = frozenset({"haskell", "lua"})
_FOLLOWING: Final = frozenset({"ocaml", "ocaml_interface"})
_DIRECTIVES: Final = r"#\s*(?:pragma|if|ifdef|ifndef|region|nullable)\b"
_BETWEEN: Final[Mapping[str, str]] = {
    name: pattern
    for names, pattern in {
        # A macro alone on its line, as in `MY_EXPORT` above a function, belongs to what follows.
        "c cpp objc": rf"{_DIRECTIVES}|[A-Z][A-Z0-9_]{{3,}}(?:\(.*\))?$",
        "csharp": _DIRECTIVES,
        "haskell": r"\{-#.*#-\}$",
    }.items()
    for name in names.split()
}


@dataclass(frozen=True, slots=True)
class CommentStyle:
    """How a language marks comments."""

    line_marks: tuple[str, ...]
    opening: str
    """Of comments that span lines; empty when there are none."""
    closing: str
    doc: re.Pattern[str] | None = None
    """How a documentation comment begins; None where any comment above a definition documents it."""
    continues: bool = False
    """Only the first of several lines has the mark of documentation."""
    follows: bool = False
    """Documentation stands above or below its definition, and touches it."""
    between: re.Pattern[str] | None = None
    """Lines of code that may stand between documentation and its definition."""

    @classmethod
    def of(cls, language: Language) -> CommentStyle:
        """The style of a language."""
        opening, _, closing = language.block_comment.partition(" ")
        name = language.name
        return cls(
            tuple(language.line_comment.split()),
            opening,
            closing,
            re.compile(_DOC_MARKS[name]) if name in _DOC_MARKS else None,
            name in _CONTINUED,
            name in _FOLLOWING,
            re.compile(_BETWEEN[name]) if name in _BETWEEN else None,
        )

    def is_doc(self, line: str) -> bool:
        """Whether a comment that begins with this line is marked as documentation."""
        return self.doc is not None and self.doc.match(line.lstrip()) is not None

    def is_line_comment(self, line: str) -> bool:
        """Whether the line is a comment that ends with it, about what comes next."""
        text = line.lstrip()
        if not self.line_marks or not text.startswith(self.line_marks):
            return False
        # `#!` starts a script, `#[` a PHP attribute, Rust's `//!` documents what is around it.
        return not text.startswith(("#!", "#[")) and (not text.startswith("//!") or self.is_doc(text))
