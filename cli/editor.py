"""Opens a cited place in the editor of the person who asked: a program that is named in a setting."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from citeline.errors import CitelineError, UsageError

_Arguments = Callable[[str, int], list[str]]


def _plus(file: str, line: int) -> list[str]:
    return [f"+{line}", file]


def _colon(file: str, line: int) -> list[str]:
    return [f"{file}:{line}"]


def _goto(file: str, line: int) -> list[str]:
    return ["--goto", f"{file}:{line}"]


def _line(file: str, line: int) -> list[str]:
    return ["--line", str(line), file]


_JUMPS: Final[dict[_Arguments, str]] = {
    _plus: "vi vim nvim gvim mvim nano emacs emacsclient micro kak joe ne mg",
    _goto: "code code-insiders codium vscodium cursor windsurf",
    _colon: "subl zed hx helix atom",
    _line: "idea pycharm webstorm goland rubymine clion phpstorm rider kate gedit",
}
"""How an editor is told the line, by the names of those that take it so."""


def command_for(editor: str, file: Path, line: int) -> list[str]:
    """The command that opens a file at a line; of an editor that we do not know, the file alone.

    Raises UsageError when no editor is named, or no command.
    """
    words = words_of(editor, "editor")
    if not words:
        raise UsageError("no editor is set", remedy="set EDITOR or CITELINE_EDITOR, e.g. to `code` or `vim`")
    name = Path(words[0]).stem.lower()
    jump = next((how for how, names in _JUMPS.items() if name in names.split()), None)
    return [*words, *(jump(str(file), line) if jump else [str(file)])]


def open_place(editor: str, file: Path, line: int) -> None:
    """Open it and wait for an editor that runs in the terminal. Raises CitelineError when that cannot be done."""
    if not file.is_file():
        raise CitelineError(f"{str(file)!r} is not there any more", remedy="run `citeline index` to catch up")
    command = command_for(editor, file, line)
    try:
        subprocess.run(command, check=False)
    except OSError as error:
        raise CitelineError(
            f"{command[0]!r} cannot be started: {error.strerror}", remedy="set EDITOR to the program that you use"
        ) from error


def words_of(command: str, setting: str) -> list[str]:
    """The words of a command line, as a shell parts them. Raises UsageError, which names the setting."""
    try:
        return shlex.split(command)
    except ValueError as error:
        variable = f"CITELINE_{setting.upper()}"
        raise UsageError(
            f"{variable}: {command!r} is no command: {error}",
            remedy=f"correct {variable}, `{setting}` of your settings file, or {setting.upper()}, whichever is set",
        ) from None
