"""Which language a file is in: the names of `languages.txt`, and a few looks inside where a name says too little."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import PurePosixPath
from typing import Final

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.model import Format
from citeline.patterns import re

from ..files.formats import DOCUMENT_FORMATS


@dataclass(frozen=True, slots=True)
class Language:
    """One row of the table; lists are separated by spaces."""

    name: str
    format: Format
    suffixes: str = ""
    """Of file names, in lower case, with their dot; a longer one (`.d.ts`) wins over a shorter one."""
    file_names: str = ""
    """Whole names, compared without regard to case."""
    interpreters: str = ""
    """Programs that a `#!` line may name, without version numbers."""
    grammar: str = ""
    """Name in the language pack; empty when there is none, or none is needed."""
    line_comment: str = ""
    """Marks that begin a comment up to the end of the line."""
    block_comment: str = ""
    """Opening and closing mark of comments that span lines."""


def _read_table() -> tuple[Language, ...]:
    """The rows of `languages.txt`, and those of documents that are read as the lines `indexing.extraction` makes."""
    lines = shipped_text("citeline.indexing.parsers", "languages.txt").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    documents = (Language(row.language, "prose", row.suffixes) for row in DOCUMENT_FORMATS)
    return (*(Language(*row) for row in rows), *documents)  # type: ignore[arg-type]  # a test holds the formats


LANGUAGES: Final = _read_table()
DELIMITERS: Final[Mapping[str, str]] = {"csv": ",", "tsv": "\t"}
"""Of languages whose lines are records."""

_TEXT: Final = next(language for language in LANGUAGES if language.name == "text")
_BY_NAME: Final[Mapping[str, Language]] = {language.name: language for language in LANGUAGES}
_BY_SUFFIX: Final[Mapping[str, Language]] = {
    suffix: language for language in LANGUAGES for suffix in language.suffixes.split()
}
_BY_FILE_NAME: Final[Mapping[str, Language]] = {
    name.lower(): language for language in LANGUAGES for name in language.file_names.split()
}
_BY_INTERPRETER: Final[Mapping[str, Language]] = {
    program: language for language in LANGUAGES for program in language.interpreters.split()
}

_TEMPLATED: Final = frozenset(["markdown", "rst", "asciidoc", "org"])
"""Languages that a template's tags leave readable: `guide.html.md.erb` is a page with headings."""
_SHEBANG: Final = re.compile(r"#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+|\w+=\S+\s+)*)?([\w.+-]+)")
_VERSION: Final = re.compile(r"[\d.]+$")
_SNIFFED_CHARS: Final = 20_000
_OBJC: Final = re.compile(r"^\s*(?:@(?:interface|protocol|implementation|class|import|end)\b|#import\b)", re.M)
_CPP: Final = re.compile(
    r"^\s*(?:template\s*<|namespace\b|using\s+[\w:]+\s*[;=]|class\s+\w[\w:]*(?:\s+final)?\s*[:{;]?\s*$"
    r"|class\s+[A-Z_]+\s+\w+|(?:public|private|protected)\s*:|(?:virtual|explicit|constexpr|friend)\b"
    r"|#\s*include\s*<(?:c?[a-z_]+|experimental/\w+)>)"
    r"|\bstd::|\boperator\s*[^\w\s]|\bstatic_cast<|=\s*(?:default|delete)\s*;",
    re.M,
)
_EXTERN_C: Final = re.compile(r"^\s*#\s*ifdef\s+__cplusplus.*?^\s*#\s*(?:endif|else)[^\n]*$", re.M | re.S)
_MATLAB: Final = re.compile(r"^\s*(?:%|function\b|classdef\b)", re.M)
_ROFF: Final = re.compile(r"^[.'](?:\\\"|[A-Za-z]{1,2}(?:[ \t]|$))", re.M)
_INI_SECTION: Final = re.compile(r"\[[\w .:/-]+\]")
_INI_LINE: Final = re.compile(r"[#;].*|[\w.-]+ ?[=:] ?.*|[\w.-]+")
_XML: Final = re.compile(r"\s*<(?:\?xml|!DOCTYPE TS|TS\b)")


def language_of(path: str, text: str = "") -> str:
    """The language's name: by the file's name, its suffix, its `#!` line; `text` when nothing tells.

    `text` may be a beginning of the file; without it `.h` is C and a file without suffix `text`.
    """
    name, suffix = _name_of(path)
    found = _BY_FILE_NAME.get(name) or _by_suffix(name) or _by_family(name)
    if found is None:
        found = _by_shebang(text) or _TEXT
    sniff = _SNIFFERS.get(suffix) or _SNIFFERS.get(found.name)
    return sniff(text[:_SNIFFED_CHARS], found.name) if sniff and text else found.name


@lru_cache(maxsize=4096)
def _name_of(path: str) -> tuple[str, str]:
    """The name of a file in lower case, and its suffix; kept, for an answer asks for those of the same few paths."""
    name = PurePosixPath(path).name.lower()
    return name, PurePosixPath(name).suffix


def format_of(language: str) -> Format:
    """What kind of tree the language's files have; `text` for a name that is not in the table."""
    found = _BY_NAME.get(language)
    return found.format if found else "text"


def language_row(language: str) -> Language:
    """The language's row of the table; the one of `text` for a name that is not in it."""
    return _BY_NAME.get(language, _TEXT)


@cache
def languages_with_grammar() -> tuple[str, ...]:
    """Names of the languages whose symbols are read, in the order of the table."""
    return tuple(language.name for language in LANGUAGES if language.grammar)


def _by_suffix(name: str) -> Language | None:
    start = name.find(".", 1)
    while start >= 0:
        if found := _BY_SUFFIX.get(name[start:]):
            within = _by_suffix(name[:start]) if found.name == "template" else None
            return within if within and within.name in _TEMPLATED else found
        start = name.find(".", start + 1)
    return None


def _by_family(name: str) -> Language | None:
    """`Dockerfile.dev`, `Makefile.am`, `README` in a language: the part before the first dot names them."""
    stem = name.split(".", 1)[0]
    return _BY_FILE_NAME.get(stem) if stem in {"dockerfile", "makefile", "jenkinsfile", "license", "readme"} else None


def _by_shebang(text: str) -> Language | None:
    match = _SHEBANG.match(text)
    return _BY_INTERPRETER.get(_VERSION.sub("", match[1]).lower()) if match else None


def _sniff_header(text: str, name: str) -> str:
    """`.h` says only that C's family is meant: 23 of 26 headers of a C++ library break when read as C."""
    if _OBJC.search(text):
        return "objc"
    # `extern "C"` under `#ifdef __cplusplus` is what C headers have.
    return "cpp" if _CPP.search(_EXTERN_C.sub("", text)) else "c"


def _sniff_m(text: str, name: str) -> str:
    return "text" if _MATLAB.search(text) and not _OBJC.search(text) else name


def _sniff_ts(text: str, name: str) -> str:
    """Qt keeps translations in `.ts` files of XML."""
    return "xml" if _XML.match(text) else name


def _sniff_inc(text: str, name: str) -> str:
    return "php" if "<?php" in text else "cpp" if "#include" in text else "text"


def _sniff_prolog(text: str, name: str) -> str:
    return "text" if re.search(r"^:-\s", text, re.M) and "use strict" not in text else name


def _sniff_man(text: str, name: str) -> str:
    """Logs and versions end in digits too: a page, and a part of one, has lines that begin with a macro."""
    return name if _ROFF.search(text) else "text"


def _sniff_settings(text: str, name: str) -> str:
    """`ini` for settings under a name that says nothing, as `pgclirc`: sections and keys, and nothing else."""
    lines = [line.rstrip() for line in text.splitlines()[:-1] if line.strip() and not line[0].isspace()]
    sections = sum(map(bool, map(_INI_SECTION.fullmatch, lines)))
    keys = sum("=" in line for line in lines if line[0] not in "#;")
    told = sections + sum(map(bool, map(_INI_LINE.fullmatch, lines)))
    return "ini" if sections and keys >= sections and told == len(lines) else name


_SNIFFERS: Final[Mapping[str, Callable[[str, str], str]]] = {
    ".h": _sniff_header,
    ".m": _sniff_m,
    ".ts": _sniff_ts,
    ".inc": _sniff_inc,
    ".pl": _sniff_prolog,
    "man": _sniff_man,
    "text": _sniff_settings,
}
"""By the ending of a name, or by the language that the name speaks for."""
