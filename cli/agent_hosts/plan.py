"""What is to be written for some hosts: every file as it is and as it will be, before anything is touched."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import Any, Final

from citeline.data_files import shipped_table, shipped_text
from citeline.dataclass import dataclass
from citeline.errors import UsageError
from citeline.visible import visible

from .json_edit import JsonEditError, add_to_group, remove_from_groups, remove_member, set_member

_OURS: Final = "written by `citeline install`"
_HOOK: Final = re.compile(
    r"""(?:'[^']*\bciteline(?:\.exe)?'|"[^"]*\bciteline(?:\.exe)?"|[^\s'"&|;]*\bciteline(?:\.exe)?) hook"""
)
"""The whole command: one that does something else too is somebody's own."""


@dataclass(frozen=True, slots=True)
class Host:
    """A coding agent: a row of `hosts.toml`."""

    name: str
    title: str
    program: str
    found: Sequence[str]
    changes: Sequence[Mapping[str, Any]]

    def is_used(self, project: Path, home: Path) -> bool:
        """Whether its files or its program are there."""
        return shutil.which(self.program) is not None or any(
            (folder / name).exists() for folder in (project, home) for name in self.found
        )


@dataclass(slots=True)
class Change:
    """One file."""

    path: Path
    before: str
    """Empty for a file that is not there."""
    after: str
    """Empty for one that will be gone."""
    encoding: str = "utf-8"

    def diff(self, base: Path) -> Iterator[str]:
        """Lines as of `diff -u`, control characters written out."""
        name = self.path.relative_to(base) if self.path.is_relative_to(base) else self.path
        old, new = (f"{name}" if text else "/dev/null" for text in (self.before, self.after))
        lines = unified_diff(self.before.splitlines(), self.after.splitlines(), old, new, lineterm="")
        return map(visible, lines)


@cache
def hosts() -> dict[str, Host]:
    """Every host that is known, by name."""
    table = shipped_table("citeline.cli.agent_hosts", "hosts.toml")
    return {name: Host(name, **row) for name, row in table.items()}


def planned(chosen: Sequence[Host], base: Path, *, user: bool, command: str, remove: bool = False) -> list[Change]:
    """The files that differ, in the order of the table; nothing is written.

    `base` is the project, or with `user` the home folder. What is removed stays where another host that is installed
    needs it. Raises UsageError, which names the file, for one that cannot be edited, and for a `command` that no text
    can hold.
    """
    try:
        command.encode()
    except UnicodeEncodeError:
        raise UsageError(
            f"the name {visible(command)} is no UTF-8", remedy="install Citeline in a folder whose name is"
        ) from None
    seen: dict[Path, Change] = {}
    where = "user" if user else "file"
    kept = _needed(chosen, base, where, command) if remove else set()
    for row in (row for host in chosen for row in host.changes if row.get(where)):
        path = _file(base, row[where])
        if path in kept:
            continue
        change = seen.get(path) or _read(path)
        seen[path] = change
        try:
            change.after = (_without if remove else _with)(row, change.after, command)
        except (JsonEditError, SectionError) as error:
            raise UsageError(
                f"{str(path)!r} {error}", remedy="correct the file or leave this host out; nothing was written"
            ) from None
    return [change for change in seen.values() if change.after != change.before]


def write(changes: Sequence[Change]) -> None:
    """Write them, each file at once or not at all. Raises UsageError when one has changed since it was planned."""
    for change in changes:
        if _read(change.path).before != change.before:
            raise UsageError(f"{str(change.path)!r} has just changed", remedy="run it again; nothing was written")
    for change in changes:
        if change.after:
            _replace(change)
        else:
            _delete(change.path)


def default_command() -> str:
    """What starts Citeline: its name where that is found, else the script beside the Python that runs."""
    script = Path(sys.executable).parent / ("citeline.exe" if os.name == "nt" else "citeline")
    return str(script) if shutil.which("citeline") is None and script.is_file() else "citeline"


def _with(row: Mapping[str, Any], text: str, command: str) -> str:
    match row["kind"]:
        case "json":
            return set_member(text, row["path"], _filled(row["value"], command))
        case "group":
            value = _filled(row["value"], shlex.quote(command))  # a line of a shell
            return add_to_group(text, row["path"], row["key"], value, is_ours=_is_hook)
        case "toml":
            return _with_toml(row, text, command)
        case "section":
            return set_section(text, _text(row), MARKDOWN)
        case _:
            if text and _OURS not in text:
                raise SectionError("is there already and not ours")
            return _text(row)


def _without(row: Mapping[str, Any], text: str, command: str) -> str:
    match row["kind"]:
        case "json":
            return _unless_empty(remove_member(text, row["path"])) if text else ""
        case "group":
            return _unless_empty(remove_from_groups(text, row["path"], row["key"], is_ours=_is_hook)) if text else ""
        case "toml":
            return remove_section(text, TOML)
        case "section":
            return remove_section(text, MARKDOWN)
        case _:
            return "" if _OURS in text else text


def _with_toml(row: Mapping[str, Any], text: str, command: str) -> str:
    _parsed(text)
    # JSON's quoted text is a basic string of TOML, but for the pairs of escapes that JSON writes for one character.
    after = set_section(text, _text(row).replace("{command}", json.dumps(command, ensure_ascii=False)), TOML)
    if not has_section(text, TOML):
        found: Any = _parsed(text)
        for key in row["path"]:
            found = found.get(key, {}) if isinstance(found, dict) else {}
        if found:
            raise SectionError(f"has {'.'.join(row['path'])} already, which is not ours")
    try:
        _parsed(after)
    except SectionError:
        raise SectionError(
            f"has {row['path'][0]} in braces, to which nothing can be added: write them as tables of their own"
        ) from None
    return after


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SectionError(f"is no TOML: {error}") from None


def _is_hook(value: Any) -> bool:
    return isinstance(value, dict) and _HOOK.fullmatch(str(value.get("command"))) is not None


def _filled(value: Any, command: str) -> Any:
    if isinstance(value, str):
        return value.replace("{command}", command)
    if isinstance(value, list):
        return [_filled(item, command) for item in value]
    return {key: _filled(item, command) for key, item in value.items()} if isinstance(value, dict) else value


def _unless_empty(text: str) -> str:
    return "" if "".join(text.split()) == "{}" else text


def _text(row: Mapping[str, Any]) -> str:
    return shipped_text("citeline.cli.agent_hosts", f"texts/{row['text']}")


def _needed(chosen: Sequence[Host], base: Path, where: str, command: str) -> set[Path]:
    """Files that hosts use that stay: those whose own entry is there."""
    names = {host.name for host in chosen}
    staying = [host for host in hosts().values() if host.name not in names and _is_installed(host, base, where)]
    return {_file(base, row[where]) for host in staying for row in host.changes if row.get(where)}


def _is_installed(host: Host, base: Path, where: str) -> bool:
    entry = host.changes[0]
    if not entry.get(where):
        return False
    try:
        text = _read(_file(base, entry[where])).before
        return _without(entry, text, "") != text
    except (JsonEditError, SectionError, UsageError):
        return False


def _file(base: Path, name: str) -> Path:
    """Where a row's file is; with comments (`.jsonc`) where a person has it so, and only so."""
    path = base / name.replace("{config}", _CONFIG.get(sys.platform, ".config"))
    commented = path.with_suffix(".jsonc")
    return commented if path.suffix == ".json" and commented.exists() and not path.exists() else path


_CONFIG: Final = {"darwin": "Library/Application Support", "win32": "AppData/Roaming"}
"""Where programs keep a person's settings, from the home folder on."""


def _read(path: Path) -> Change:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Change(path, "", "")
    except OSError as error:
        raise UsageError(
            f"{str(path)!r} cannot be read: {error.strerror}", remedy="allow it, or leave it out"
        ) from None
    encoding = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise UsageError(
            f"{str(path)!r} is no UTF-8", remedy="save it as UTF-8, or leave this host out; nothing was written"
        ) from None
    return Change(path, text, text, encoding)


def _replace(change: Change) -> None:
    target = change.path.resolve()  # a link stays a link
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(change.after.encode(change.encoding))
        Path(name).chmod(target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _delete(path: Path) -> None:
    """The file, and the folders that only it was in."""
    path.unlink(missing_ok=True)
    for folder in path.parents:
        if folder.name not in _FOLDERS:
            return
        try:
            folder.rmdir()
        except OSError:
            return


_FOLDERS: Final = frozenset(
    {"citeline", "skills", "agents", ".agents", ".claude", ".codex", ".cursor", ".opencode", ".gemini", ".vscode"}
)
"""Which install may have made."""


@dataclass(frozen=True, slots=True)
class Markers:
    """The lines around a section, as comments of the file's language."""

    begin: str
    end: str


MARKDOWN: Final = Markers("<!-- citeline: begin -->", "<!-- citeline: end -->")
TOML: Final = Markers("# citeline: begin", "# citeline: end")


class SectionError(ValueError):
    """The markers are not as they were written."""


def set_section(text: str, body: str, markers: Markers) -> str:
    """The text with the body between the markers: in the place of what is there, else at the end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    section = newline.join([markers.begin, *body.strip("\n").split("\n"), markers.end]) + newline
    found = _found(text, markers)
    if found is not None:
        return text[: found.start()] + section + text[found.end() :]
    if not text:
        return section
    gap = newline if text.endswith("\n") else newline * 2
    return f"{text}{gap}{section}"


def remove_section(text: str, markers: Markers) -> str:
    """The text without the section, and without the empty line that was put before it."""
    found = _found(text, markers)
    if found is None:
        return text
    before = re.sub(r"(?<=\n)\r?\n\Z", "", text[: found.start()])
    return before + text[found.end() :]


def has_section(text: str, markers: Markers) -> bool:
    """Whether there is one."""
    return _found(text, markers) is not None


def _found(text: str, markers: Markers) -> re.Match[str] | None:
    begin, end = re.escape(markers.begin), re.escape(markers.end)
    counts = len(re.findall(f"^{begin}", text, re.MULTILINE)), len(re.findall(f"^{end}", text, re.MULTILINE))
    if counts == (0, 0):
        return None
    found = re.search(rf"^{begin}.*?^{end}[ \t]*(?:\r?\n|\Z)", text, re.MULTILINE | re.DOTALL)
    if counts != (1, 1) or found is None:
        raise SectionError(f"has not exactly one {markers.begin!r} before one {markers.end!r}")
    return found
