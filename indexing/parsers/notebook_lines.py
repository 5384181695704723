"""Jupyter notebooks as lines that can be read, each on the line of the file that holds it.

A notebook is JSON, and every line of a cell stands in quotes on a line of its own. What is indexed, shown and cited is
what that line says; lines of JSON that say nothing to a reader are blank. So a citation `a.ipynb:57` is line 57 of the
file, `verify` reads it in the same way, and pictures of a megabyte are no text.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

SUFFIX: Final = ".ipynb"
CELL_MARK: Final = re.compile(r"# %% cell (\d+) \[([\w+#.-]*)\](?: ([A-Za-z0-9_-]{1,64}))?$")
"""Number of the cell, counted from 1, its language, and its id where it has one of its own: in place of the line that
opens the cell's source. Another cell above changes the number, never the id."""
OUTPUT_MARK: Final = re.compile(r"# %% output of cell (\d+)$")
ABOUT_MARK: Final = re.compile(r"# %% about (author|title|date|version): (\S.*)$")
"""What the notebook says of itself: in place of the line that says it."""

_MARKS: Final = (CELL_MARK, OUTPUT_MARK, ABOUT_MARK)
_Path: TypeAlias = Sequence[str | int]
_TOKEN: Final = re.compile(r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|[{}\[\],]|\n')
_DEEPEST: Final = 9
"""Steps to `worksheets, 0, cells, i, outputs, k, data, text/plain, j`; what lies deeper is never text of a cell."""
_ABOUT_PATH: Final = "about"
_TERMINAL: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_ABOUT: Final = {"title": "title", "date": "date", "version": "version", "author": "author", "authors": "author"}
"""Keys of the metadata; an author is a name, or an object with one."""
_SHOWN_OUTPUTS: Final = (("text",), ("evalue",), ("data", "text/plain"), ("data", "text/markdown"))
_LANGUAGE_NAME: Final = re.compile(r"[\w+#.-]{1,30}")
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Of a cell, as format 4.5 has it."""


class _NotOnLinesError(Exception):
    """Two lines of a source share a line of the file."""


def notebook_lines(lines: Sequence[str]) -> list[str] | None:
    """As many lines as the file has; None for what is no notebook, is broken, or has several lines of a cell on one."""
    text = "\n".join(lines).removeprefix("\ufeff")
    try:
        notebook = json.loads(text)
        cells = _cells(notebook)
        if not cells:
            return None
        shown = _Shown(cells, _language(notebook))
        for path, token, line in _walk(text):
            shown.add(path, token, line)
        found = shown.with_marks()
    # RecursionError: of nesting that no notebook has.
    except (ValueError, RecursionError, _NotOnLinesError):
        return None
    return [found.get(number, "") for number in range(1, len(lines) + 1)] if found else None


def _cells(notebook: Any) -> list[Any]:
    """Of format 4, and of the sheet that format 3 has."""
    if not isinstance(notebook, dict):
        return []
    sheets = notebook.get("worksheets")
    found = sheets[0] if isinstance(sheets, list) and sheets else notebook
    cells = found.get("cells") if isinstance(found, dict) else None
    return cells if isinstance(cells, list) else []


def _language(notebook: Mapping[str, Any]) -> str:
    about = notebook.get("metadata")
    for section, key in (("language_info", "name"), ("kernelspec", "language")):
        part = about.get(section) if isinstance(about, dict) else None
        name = part.get(key) if isinstance(part, dict) else None
        if isinstance(name, str) and _LANGUAGE_NAME.fullmatch(name):
            return name.lower()
    return "python"


def _ids(cells: Sequence[Any]) -> list[str]:
    """The id of each cell; empty where it has none, or shares it."""
    written = [about.get("id") if isinstance(about, dict) else None for about in cells]
    found = [one if isinstance(one, str) and _ID.fullmatch(one) else "" for one in written]
    counts = Counter(found)
    return [one if counts[one] == 1 else "" for one in found]


class _Shown:
    """Line number to what is shown there."""

    def __init__(self, cells: Sequence[Any], language: str) -> None:
        self._cells = cells
        self._language = language
        self._ids = _ids(cells)
        self._lines: dict[int, str] = {}
        self._marks: dict[int, tuple[str, int]] = {}
        """Line to what begins on it, and in which cell."""
        self._with_text: set[tuple[str, int]] = set()

    def add(self, path: _Path, token: str, line: int) -> None:
        """A string, or the bracket that opens a list, at `path` from the cells on; behind `about`, of the metadata."""
        cell, key, *inner = path
        if cell == _ABOUT_PATH:
            self._add_about(str(key), token, line)
            return
        if not isinstance(cell, int) or cell >= len(self._cells):
            return
        if key in {"source", "input"}:
            if token == "[":
                self._marks[line] = "source", cell
            else:
                self._add_source(cell, _value(token), line)
        elif key == "outputs":
            if token == "[":
                if not inner:
                    self._marks[line] = "outputs", cell
            elif self._is_shown(inner):
                self._add_output(cell, _value(token), line)

    def _add_about(self, key: str, token: str, line: int) -> None:
        shown = f"# %% about {key}: {_value(token).strip()}" if token != "[" else ""
        if ABOUT_MARK.match(shown) and line not in self._lines and line not in self._marks:
            self._lines[line] = shown

    def _add_source(self, cell: int, text: str, line: int) -> None:
        text = text.removesuffix("\n").removesuffix("\r")
        if not text.strip():
            return
        if "\n" in text or line in self._lines or line in self._marks:
            raise _NotOnLinesError
        if any(mark.match(text) for mark in _MARKS):
            text = f" {text}"  # only our own marks begin a cell
        about = self._cells[cell]
        if isinstance(about, dict) and about.get("cell_type") == "heading":  # of format 3
            level = about.get("level")
            text = f"{'#' * (min(6, max(1, level)) if isinstance(level, int) else 1)} {text}"
        self._lines[line] = text
        self._with_text.add(("source", cell))

    def _add_output(self, cell: int, text: str, line: int) -> None:
        text = _TERMINAL.sub("", text).rstrip()
        # An output of several lines on one is left out rather than shown as a line that it is not.
        if text and not {"\n", "\r"} & set(text) and line not in self._lines and line not in self._marks:
            self._lines[line] = f" {text}" if any(mark.match(text) for mark in _MARKS) else text
            self._with_text.add(("outputs", cell))

    def _is_shown(self, inner: _Path) -> bool:
        """`inner` leads from the list of outputs on: number of the output, keys, perhaps number of the line."""
        keys = tuple(step for step in inner[1:] if isinstance(step, str))
        return keys in _SHOWN_OUTPUTS

    def with_marks(self) -> dict[int, str]:
        """The lines, and a mark in front of the source and the outputs that have any."""
        for line, (part, cell) in self._marks.items():
            if (part, cell) not in self._with_text:
                continue
            if line in self._lines:
                raise _NotOnLinesError
            number = cell + 1
            named = f" {self._ids[cell]}" if self._ids[cell] else ""
            self._lines[line] = (
                f"# %% cell {number} [{self._kind(cell)}]{named}"
                if part == "source"
                else f"# %% output of cell {number}"
            )
        marked = {self._marks[line] for line in self._marks if line in self._lines}
        if any(part == "source" and (part, cell) not in marked for part, cell in self._with_text):
            raise _NotOnLinesError  # the source is a string, which may stand beside anything
        return self._lines if self._with_text else {}

    def _kind(self, cell: int) -> str:
        about = self._cells[cell]
        kind = about.get("cell_type") if isinstance(about, dict) else None
        if kind == "code":
            return self._language
        return "markdown" if kind in {"markdown", "heading"} else "raw"


def _value(token: str) -> str:
    # A pair of surrogates that is torn apart is legal in JSON and nowhere else.
    return str(json.loads(token)).encode("utf-8", "replace").decode()


def _walk(text: str) -> Iterator[tuple[_Path, str, int]]:
    """Strings that are values, and opening brackets of lists, with their path behind `cells` and their line; behind
    `about`, facts about the notebook.
    """
    path: list[str | int] = []
    is_key, line = False, 1
    for match in _TOKEN.finditer(text):
        token = match[0]
        first = token[0]
        if first == "\n":
            line += 1
        elif first == '"':
            if is_key:
                path[-1], is_key = token[1:-1], False
            elif len(path) <= _DEEPEST and (inner := _behind_cells(path) or _about(path)):
                yield inner, token, line
        elif first == "{":
            path.append("")
            is_key = True
        elif first == "[":
            if len(path) <= _DEEPEST and (inner := _behind_cells(path) or _about(path)):
                yield inner, token, line
            path.append(0)
            is_key = False
        elif first == ",":
            last = path[-1]
            is_key = isinstance(last, str)
            if isinstance(last, int):
                path[-1] = last + 1
        else:
            path.pop()
            is_key = False


def _behind_cells(path: _Path) -> _Path:
    """Empty where the path leads to nothing of a cell."""
    start = 2 if path[:2] == ["worksheets", 0] else 0
    inner = path[start + 1 :]
    return inner if path[start : start + 1] == ["cells"] and len(inner) >= 2 else ()


def _about(path: _Path) -> _Path:
    """Empty where the path leads to no fact about the notebook."""
    if len(path) < 2 or path[0] != "metadata" or str(path[1]) not in _ABOUT:
        return ()
    inner = [step for step in path[2:] if isinstance(step, str)]
    return (_ABOUT_PATH, _ABOUT[str(path[1])]) if inner in ([], ["name"]) else ()
