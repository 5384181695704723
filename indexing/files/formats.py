"""Which files hold documents without lines: one table. Light, for the walk and for `read_source`."""

from __future__ import annotations

from typing import Final

from citeline.dataclass import dataclass

MOST_DOCUMENT_BYTES: Final = 64_000_000
"""Most of a large document is pictures; a program needs the whole of it in memory."""


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """One row of the table."""

    language: str
    """As in the table of languages."""
    called: str
    """What a person calls it."""
    suffixes: str
    """In lower case, separated by spaces."""
    reader: str
    """`module:function`, the module in `extraction`: takes the bytes and a `LineWriter`. May raise anything."""
    begins: tuple[bytes, ...] = ()
    """How its bytes may begin; anything when empty."""
    ahead: int = 0
    """Bytes of something else that may stand in front of that."""


ZIP: Final = b"PK\x03\x04"
OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The container of Office before 2007, and of newer files that need a password."""
PARQUET: Final = b"PAR1"
FEATHER: Final = b"ARROW1"
FEATHER_1: Final = b"FEA1"

DOCUMENT_FORMATS: Final[tuple[DocumentFormat, ...]] = (
    DocumentFormat("word", "a Word document", ".docx .docm .dotx .dotm", "office.docx:read_docx", (ZIP,)),
    DocumentFormat("opendocument", "an OpenDocument text", ".odt .ott", "office.odt:read_odt", (ZIP,)),
    DocumentFormat("pdf", "a PDF document", ".pdf", "pdfs.pdf:read_pdf", (b"%PDF-",), ahead=1024),
    DocumentFormat("email", "a mail", ".eml", "mail:read_mail"),
    DocumentFormat("slides", "a deck of slides", ".pptx .pptm .ppsx .ppsm .potx", "office.pptx:read_pptx", (ZIP,)),
    DocumentFormat(
        *(
            "spreadsheet",
            "a spreadsheet",
            ".xlsx .xlsm .xltx .xlsb .xls .ods",
            "workbooks.sheets:read_sheets",
            (ZIP, OLE),
        )
    ),
    DocumentFormat(
        *("columns", "a Parquet or Feather table", ".parquet .feather .arrow", "columns:read_columns"),
        (PARQUET, FEATHER, FEATHER_1),
    ),
)

_BY_SUFFIX: Final = {suffix: row for row in DOCUMENT_FORMATS for suffix in row.suffixes.split()}

_PAGES: Final = frozenset([".html", ".htm", ".xhtml"])
_QUOTED: Final = frozenset([".csv", ".tsv", ".tab", ".psv"])
_RECORDS: Final = _QUOTED | {".jsonl", ".ndjson", ".txt", ".text", ".log"}
_WITHOUT_LIMIT: Final = _RECORDS | _PAGES
_HEAD_BYTES: Final = 10_000_000
"""Of records and of HTML: with their tree, chunks and terms they take less than 256 MB."""
_MOST_HEAD_BYTES: Final = 16_000_000
"""Of records, however high the setting: a text then takes 225 MB, at 20 MB it took 276."""
_SETTING: Final = "CITELINE_MAX_FILE_BYTES"
_SAVED_AS: Final = {
    **dict.fromkeys((".doc", ".dot", ".pages", ".wpd"), ".docx"),
    **dict.fromkeys((".ppt", ".pps", ".odp", ".key"), ".pptx"),
    ".numbers": ".xlsx",
    ".msg": ".eml",
}
"""What is not read, and what its program can save it as."""


def _suffix(path: str) -> str:
    # As pathlib has it, which takes a quarter of the time of a walk.
    dot = path.rfind(".")
    return path[dot:].lower() if path.rfind("/") + 1 < dot < len(path) - 1 else ""


def saved_as(path: str) -> str:
    """The ending that a document which is not read can be saved with; empty for other files."""
    return _SAVED_AS.get(_suffix(path), "")


def document_format(path: str) -> DocumentFormat | None:
    """The row for a file, by its name; None for a file that has lines of its own."""
    return _BY_SUFFIX.get(_suffix(path))


def byte_limit(path: str, max_file_bytes: int) -> int | None:
    """How large a file may be; None for records and HTML, of which a head is read."""
    if _suffix(path) in _WITHOUT_LIMIT:
        return None
    return max(max_file_bytes, MOST_DOCUMENT_BYTES) if document_format(path) else max_file_bytes


def head_bytes(path: str, max_file_bytes: int) -> int:
    """How much is read of a file of records: lines that are alike, of which the first show what the others are. HTML
    takes more memory, and the setting does not raise its limit.
    """
    if _suffix(path) in _PAGES:
        return _HEAD_BYTES
    return min(max(max_file_bytes, _HEAD_BYTES), _MOST_HEAD_BYTES)


def size_detail(size_bytes: int, limit: int) -> str:
    """How a file that is too large is described, and what to do about it."""
    return f"{size_bytes:,} bytes; the limit is {limit:,}: raise it with {_SETTING}"


def is_page(path: str) -> bool:
    """Whether a file is HTML, by its name."""
    return _suffix(path) in _PAGES


def is_quoted(path: str) -> bool:
    """Whether a cell of a file of records may go on over lines, in quotes, by its name."""
    return _suffix(path) in _QUOTED


def head_detail(path: str, size_bytes: int, limit: int) -> str:
    """How the head of a file is described, and how more of it is read."""
    return f"{limit:,} of {size_bytes:,} bytes ({_advice(path, limit)})"


def spread_detail(path: str, size_bytes: int, kept_bytes: int, pieces: int, limit: int) -> str:
    """The same where pieces of what follows are read too."""
    beginning = f"the first {limit // 2:,} bytes and {pieces} pieces up to the end"
    return f"{beginning}, {kept_bytes:,} of {size_bytes:,} bytes ({_advice(path, limit)})"


def _advice(path: str, limit: int) -> str:
    can_rise = head_bytes(path, _MOST_HEAD_BYTES) > limit
    return f"{_SETTING} raises that up to {_MOST_HEAD_BYTES:,}" if can_rise else "split it to have all of it read"
