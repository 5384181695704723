"""Which exceptions may come from lines that do not raise them by that name."""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping
from typing import Final

_SHAPES: Final = (
    ("KeyError IndexError IndexOutOfBoundsException", r"\w\s*\[|\.(?:pop|remove|get)\("),
    ("KeyNotFoundException IndexOutOfRangeException ArgumentOutOfRangeException RangeError", r"\w\s*\["),
    ("ZeroDivisionError ArithmeticException DivideByZeroException", r"[\w)\]]\s*(?:%|//?|\bdiv\b)\s*[\w(]"),
    (
        "ValueError NumberFormatException FormatException",
        r"\b(?:int|float|complex|index|remove|strptime|loads|[Pp]arse\w*|valueOf|fromisoformat)\(",
    ),
    ("UnicodeDecodeError UnicodeEncodeError UnicodeError", r"\.(?:de|en)code\(|\bopen\(|(?:read|write)_text\("),
    ("FileNotFoundError PermissionError OSError", r"\b(?:open|stat|unlink|mkdir|remove|rename|(?:read|write)_text)\("),
    ("StopIteration StopAsyncIteration", r"\ba?next\("),
    ("ImportError ModuleNotFoundError", r"\bimport\b|import_module\("),
    ("AssertionError", r"\bassert\b"),
    ("RecursionError MemoryError KeyboardInterrupt StackOverflowError OutOfMemoryError", r""),
)
"""Exceptions of several languages, and code that raises them unasked."""
_OPERATIONS: Final[Mapping[str, re.Pattern[str]]] = {
    name: re.compile(shape) for names, shape in _SHAPES for name in names.split()
}
_ROOTS: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(("javascript", "typescript", "tsx", "vue", "svelte", "swift"), frozenset({"Error"})),
    **dict.fromkeys(("java", "kotlin", "scala"), frozenset({"Exception", "Throwable", "RuntimeException"})),
    "php": frozenset({"Exception", "Throwable"}),
    "csharp": frozenset({"Exception"}),
    "ruby": frozenset({"Exception", "StandardError"}),
    "python": frozenset({"Exception", "BaseException"}),
}
"""What most exceptions of a language are."""
_SAME: Final[Mapping[str, str]] = dict.fromkeys(("IOError", "EnvironmentError", "WindowsError"), "OSError")
"""Since Python 3.3."""
ERROR_VALUE: Final = re.compile(
    r"^(?:[\w.\"&]+(?:\{\}|\[\]|\(\))?, )*(?:Err\(|(?:fmt\.Errorf|errors\.\w+)\(|err\b|Promise\.reject\()"
)
"""What is an error where errors are values."""


def same_error(name: str, language: str) -> str:
    """The name that an exception has, where the language gives it several."""
    return _SAME.get(name, name) if language == "python" else name


def may_be_raised(wanted: str, text: str) -> bool:
    """Whether an operation in a text raises the exception without naming it."""
    shape = _OPERATIONS.get(wanted)
    return shape is not None and shape.search(text) is not None


def is_kind_of(name: str, wanted: str, language: str) -> bool:
    """Whether an exception, or a base, surely is or may be one of the wanted kind; `KeyError` is a `LookupError`."""
    if wanted in _ROOTS.get(language, ()) and name.endswith(("Error", "Exception", "Exit", "Interrupt", "Warning")):
        return True
    if language != "python":
        return name == wanted
    if not hasattr(builtins, name) and _is_exception(wanted):
        return True  # its own bases stand elsewhere
    known = [found for text in (name, wanted) if isinstance(found := getattr(builtins, text, None), type)]
    # An OSError becomes one of its subclasses when it is made with the number of an error.
    return len(known) == 2 and (issubclass(*known) or (known[0] is OSError and issubclass(known[1], OSError)))


def _is_exception(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)
