"""Words of a natural language are data files: no module of the product gains literals of one that is not English."""

import ast
import re
from collections.abc import Iterator

from .test_packaging import ROOT

_CJK = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_ACCENTED = re.compile("[a-z][\u00df-\u00f6\u00f8-\u00ff]|[\u00df-\u00f6\u00f8-\u00ff][a-z]", re.IGNORECASE)
"""In a word: a range of letters in a pattern is none."""
_ESCAPE = re.compile(r"\\[uUN]")
_PRODUCT = ("citeline", "cli", "graph", "indexing", "nodes", "tools")
_FORMATS = "letters, marks, encodings or titles of a document format"
_TO_MOVE = "words of questions or sentences that still have to become data"
ALLOWED = {
    "citeline/text.py": _FORMATS,
    "indexing/embedding/word_tokenizer.py": "the ranges of ideographs that the model was trained with",
    "indexing/files/charsets.py": _FORMATS,
    "indexing/extraction/office/docx.py": _FORMATS,
    "indexing/extraction/pdfs/pdf_numbers.py": _FORMATS,
    "indexing/extraction/pdfs/pdf_patterns.py": _FORMATS,
    "indexing/extraction/workbooks/number_formats.py": _FORMATS,
    "indexing/parsers/prose_entities.py": _FORMATS,
    "indexing/parsers/tables.py": _FORMATS,
    "tools/citations/atoms.py": _FORMATS,
    "tools/verify/markdown/page_places.py": _FORMATS,
    "tools/question/vocabulary/lexicon.py": "numerals and measure words, which are cut off before a look-up",
    "tools/documents/dates.py": _FORMATS,
    "tools/tables/naming.py": _FORMATS,
    "tools/verify/markdown/pointers.py": _TO_MOVE,
    "tools/verify/markdown/quotations.py": _TO_MOVE,
}
"""Only ever shorter: a file that no longer needs its line fails the test too."""


def literals(tree: ast.Module) -> Iterator[str]:
    """Strings of a module without its documentation."""
    documentation = {
        id(statement.value)
        for node in ast.walk(tree)
        for statement in (getattr(node, "body", None) if isinstance(getattr(node, "body", None), list) else []) or []
        if isinstance(statement, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value


def test_only_the_listed_modules_hold_chinese_or_japanese() -> None:
    texts = {path: path.read_text("utf-8") for room in _PRODUCT for path in (ROOT / room).rglob("*.py")}
    found = {
        path.relative_to(ROOT).as_posix()
        for path, text in texts.items()
        # Parsing all of them takes seconds: only where there is such a letter, or an escape that may be one.
        if (_CJK.search(text) or _ESCAPE.search(text)) and any(map(_CJK.search, literals(ast.parse(text))))
    }
    assert found == set(ALLOWED)


def test_no_module_holds_words_with_accents() -> None:
    texts = {path: path.read_text("utf-8") for room in _PRODUCT for path in (ROOT / room).rglob("*.py")}
    found = [
        path.relative_to(ROOT).as_posix()
        for path, text in texts.items()
        if _ACCENTED.search(text) and any(map(_ACCENTED.search, literals(ast.parse(text))))
    ]
    assert found == []
