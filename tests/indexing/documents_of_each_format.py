"""A small document of each format that is read, by its ending."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .extraction import mail_files, odt_files, pdf_files, sheet_files, slide_files, word_files
from .parsers.notebooks import cell, notebook

DOCUMENTS: Final[dict[str, Callable[[], bytes]]] = {
    "docx": word_files.report,
    "odt": odt_files.rules,
    "pptx": slide_files.plan,
    "xlsx": sheet_files.budget,
    "ods": sheet_files.stock,
    "xls": sheet_files.tides,
    "pdf": pdf_files.manual,
    "eml": mail_files.offer,
    "ipynb": lambda: notebook(cell("markdown", "# Tides\n\nHigh water comes late."), cell("code", "x = 1")).encode(),
    "html": lambda: b"<h1 id='gate'>Gate</h1>\n<p>It opens at nine.</p>\n",
    "rst": lambda: b"Quay\n====\n\nIt is long.\n",
    "adoc": lambda: b"= Lock\n\nIt is deep.\n",
    "md": lambda: b"# Crane\n\nIt lifts.\n",
    "csv": lambda: b"ship,fee\nferry,120\n",
    "tsv": lambda: b"ship\tfee\nferry\t120\n",
    "json": lambda: b'{\n  "ship": "ferry"\n}\n',
    "yaml": lambda: b"ship: ferry\nfee: 120\n",
    "toml": lambda: b'ship = "ferry"\n',
    "txt": lambda: b"Dear all,\n\nthe ferry is late.\n",
}
