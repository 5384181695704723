"""Finds the files of a source: what to read, and what is left out and why.

Never opens a file of the source except ignore files, follows no symbolic link, and enters a folder once: no tree can
make it loop. Nested git repositories and submodules belong to the source like any folder (people index a checkout to
ask about all of it); an ignore rule keeps them out. The user's global git excludes are not read, so that two machines
build the same index from the same tree.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO, Final, Literal, NamedTuple, TypeAlias

from citeline.dataclass import dataclass
from citeline.errors import SourceNotFoundError
from citeline.left_out import Skipped

from .captures import is_capture
from .default_ignores import DEFAULT_IGNORES, FOLDER_MARKERS, NEVER_READ, DefaultRules, lies_beside
from .formats import byte_limit, size_detail
from .ignoring import IgnoreFile, split_rules

OWN_IGNORE_FILE: Final = ".citelineignore"
GIT_IGNORE_FILE: Final = ".gitignore"
# An ignore file beyond this size is not one that a person wrote.
MAX_IGNORE_FILE_BYTES: Final = 1_000_000

_NEVER = DefaultRules(NEVER_READ)
_DEFAULTS = DefaultRules(DEFAULT_IGNORES)
_EITHER = DefaultRules((*NEVER_READ, *DEFAULT_IGNORES))
_MARKERS: Final = dict(FOLDER_MARKERS)
_KINDS: Final = (
    (stat.S_ISFIFO, "named pipe"),
    (stat.S_ISSOCK, "socket"),
    (stat.S_ISCHR, "character device"),
    (stat.S_ISBLK, "block device"),
)


class WalkedFile(NamedTuple):
    """A regular file that is to be read."""

    path: str
    """POSIX, relative to the root; bytes that are not UTF-8 are lone surrogates, as `os.fsdecode` makes them."""
    size_bytes: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class WalkResult:
    """What a walk found; both sorted by path."""

    files: tuple[WalkedFile, ...]
    skipped: tuple[Skipped, ...]
    """An ignored or unreadable folder is one entry whose path ends with a slash."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """The ignore files in force in a folder, nearest first. Own rules beat git's, git's beat the defaults."""

    own: tuple[tuple[str, IgnoreFile], ...] = ()
    git: tuple[tuple[str, IgnoreFile], ...] = ()

    @property
    def list_output(self) -> bool:
        """Whether a `.gitignore` is among them; `.git/info/exclude` is one person's."""
        return any(source.endswith(GIT_IGNORE_FILE) for source, _ in self.git)


_Verdict: TypeAlias = str | Literal[False] | None
"""The reason to leave a path out; False if an ignore file asks for it by name; None if nothing speaks about it."""


def walk(root: Path, *, max_file_bytes: int) -> WalkResult:
    """Every regular file below `root` that no rule leaves out and that is not too large.

    Raises SourceNotFoundError if `root` is not a folder that can be listed.
    """
    try:
        os.scandir(root).close()
    except FileNotFoundError:
        raise SourceNotFoundError(root) from None
    except NotADirectoryError:
        raise SourceNotFoundError(root, is_file=True) from None
    except OSError as error:
        raise SourceNotFoundError(root, why=f"cannot be read ({error.strerror})") from None
    return _Walk(root, max_file_bytes).run()


class _Walk:
    """One walk; paths inside it start at the top of the enclosing git work tree, so that its rules apply."""

    def __init__(self, root: Path, max_file_bytes: int) -> None:
        self._max_file_bytes = max_file_bytes
        self._files: list[WalkedFile] = []
        self._skipped: list[Skipped] = []
        self._root = os.path.realpath(root)
        self._top, self._rules = _enclosing_rules(self._root)
        inside = os.path.relpath(self._root, self._top)
        self._start = "" if inside == "." else inside.replace(os.sep, "/") + "/"

    def run(self) -> WalkResult:
        pending = [(self._start, self._rules, True)]
        while pending:
            pending.extend(self._visit(*pending.pop()))
        by_path = attrgetter("path")
        return WalkResult(tuple(sorted(self._files, key=by_path)), tuple(sorted(self._skipped, key=by_path)))

    def _skip(self, path: str, reason: Literal["ignored", "not_regular", "too_large", "unreadable"], why: str) -> None:
        self._skipped.append(Skipped(path[len(self._start) :], reason, why))

    def _visit(self, folder: str, rules: _Rules, wanted: bool) -> Iterator[tuple[str, _Rules, bool]]:
        """Record a folder's files and yield its folders; `wanted` means that a marker inside cannot leave it out."""
        try:
            with os.scandir(f"{self._top}/{folder}") as listing:
                entries = list(listing)
        except OSError as error:
            self._skip(folder, "unreadable", error.strerror or type(error).__name__)
            return
        names = frozenset(entry.name for entry in entries)
        marker = next((name for name in _MARKERS if name in names), None)
        if marker and not wanted:
            self._skip(folder, "ignored", f"default: {_MARKERS[marker]} (has {marker})")
            return
        rules = _with_files_of(rules, self._top, folder, names)
        spoken_of = self._spoken_of(names, folder, rules)
        for entry in entries:
            path = folder + entry.name
            try:
                is_folder = entry.is_dir(follow_symlinks=False)
                is_spoken_of = entry.name in spoken_of
                verdict = self._verdict(entry.name, path, names, rules, is_folder=is_folder) if is_spoken_of else None
                if verdict:
                    self._skip(path + "/" if is_folder else path, "ignored", verdict)
                elif is_folder:
                    yield path + "/", rules, verdict is False
                else:
                    self._record(entry, path)
            except OSError as error:
                self._skip(path, "unreadable", error.strerror or type(error).__name__)

    def _record(self, entry: os.DirEntry[str], path: str) -> None:
        info = entry.stat(follow_symlinks=False)
        if stat.S_ISREG(info.st_mode):
            # No format has a lower limit, so that of most files nobody asks.
            inside = path[len(self._start) :]
            is_large = info.st_size > self._max_file_bytes and not is_capture(inside)
            limit = byte_limit(path, self._max_file_bytes) if is_large else None
            if limit is not None and info.st_size > limit:
                self._skip(path, "too_large", size_detail(info.st_size, limit))
            else:
                self._files.append(WalkedFile(inside, info.st_size, info.st_mtime_ns))
        elif stat.S_ISLNK(info.st_mode):
            self._skip(path, "not_regular", self._link_detail(entry.path))
        else:
            kind = next((name for is_kind, name in _KINDS if is_kind(info.st_mode)), "special file")
            self._skip(path, "not_regular", kind)

    def _link_detail(self, link: str) -> str:
        written = str(Path(link).readlink())
        # normpath, not realpath: resolving would follow links, and a chain of them may not end.
        target = os.path.normpath(Path(link).parent / written)
        where = "" if target == self._root or target.startswith(self._root + "/") else ", outside the source"
        return f"symbolic link to {written}{where}"

    def _spoken_of(self, names: frozenset[str], folder: str, rules: _Rules) -> set[str]:
        """The few names that a rule may match: asking all rules for each name took two thirds of a walk."""
        found = {*_EITHER.among(names)}
        return found.union(*(file.among(names, folder) for _, file in (*rules.own, *rules.git)))

    def _verdict(self, name: str, path: str, names: frozenset[str], rules: _Rules, *, is_folder: bool) -> _Verdict:
        if never := _NEVER.find(name, is_folder=is_folder):
            return f"always: {never[0].reason} ({never[1]})"
        for source, file in (*rules.own, *rules.git):
            pattern = file.find(name, path, is_folder=is_folder)
            if pattern:
                return False if pattern.negated else f"{source}:{pattern.line}: {pattern.text}"
        default = _DEFAULTS.find(name, is_folder=is_folder)
        if default and lies_beside(default[0], names) and not (default[0].when == "unlisted" and rules.list_output):
            return f"default: {default[0].reason} ({default[1]})"
        return None


def never_read(path: str) -> str:
    """Why a file is left out whatever is set, `keys and certificates`; empty for all others. By its name alone."""
    parts = path.split("/")
    found = (_NEVER.find(name, is_folder=number < len(parts) - 1) for number, name in enumerate(parts))
    return next((hit[0].reason for hit in found if hit), "")


def open_unfollowed(path: str) -> BinaryIO:
    """The file, for reading. Raises OSError.

    Since the folder was listed a file may have turned into a link to elsewhere, or into a pipe that nobody writes to.
    """
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    # Not Path.open: it takes no opener, and os.fdopen would leak the descriptor of a folder.
    return open(path, "rb", opener=lambda name, mode: os.open(name, mode | flags))


def read_regular(path: str, limit: int) -> tuple[bytes, os.stat_result] | None:
    """Up to `limit` bytes of a regular file; None for anything else, which is not read. Raises OSError."""
    with open_unfollowed(path) as file:
        info = os.fstat(file.fileno())
        if not stat.S_ISREG(info.st_mode):
            return None
        # Python makes room for all that is asked for before it reads.
        data = file.read(min(limit, info.st_size + 1))
        if data and not info.st_size:  # some file systems tell no size
            data += file.read(limit - 1)
        return data, info


def _with_files_of(rules: _Rules, top: str, folder: str, names: Iterable[str]) -> _Rules:
    """`rules` with the ignore files of a folder in front."""
    own, git = rules.own, rules.git
    if ".git" in names and (exclude := _load(top, folder, ".git/info/exclude")):
        # Git ranks it below every `.gitignore` of its work tree, and this folder is the top of one.
        git = (exclude, *git)
    if GIT_IGNORE_FILE in names and (file := _load(top, folder, GIT_IGNORE_FILE)):
        git = (file, *git)
    if OWN_IGNORE_FILE in names and (file := _load(top, folder, OWN_IGNORE_FILE)):
        own = (file, *own)
    return rules if own is rules.own and git is rules.git else _Rules(own, git)


def _load(top: str, folder: str, name: str) -> tuple[str, IgnoreFile] | None:
    """An ignore file with the path it is reported under; None if it has no rules or cannot be read.

    Like git, a link in its place is not followed: it could name any file of the machine, and reports quote patterns.
    """
    try:
        found = read_regular(f"{top}/{folder}{name}", MAX_IGNORE_FILE_BYTES)
    except OSError:
        return None
    if found is None:
        return None
    lines = split_rules(found[0])
    rules = IgnoreFile(lines, base=len(folder))
    return (folder + name, rules) if rules.patterns else None


def _enclosing_rules(root: str) -> tuple[str, _Rules]:
    """The top of the git work tree around `root`, and the rules of the folders between them.

    Without a work tree, or if its own rules leave `root` out (then whoever names it means it), the top is `root`.
    """
    inside: list[str] = []
    top = root
    while not os.path.lexists(f"{top}/.git"):
        parent, name = os.path.split(top)
        if parent == top:
            return root, _Rules()
        inside.insert(0, name)
        top = parent
    rules, folder = _Rules(), ""
    for name in inside:
        rules = _with_files_of(rules, top, folder, (".git", GIT_IGNORE_FILE, OWN_IGNORE_FILE))
        path = folder + name
        decided = (file.find(name, path, is_folder=True) for _, file in (*rules.own, *rules.git))
        pattern = next(filter(None, decided), None)
        if pattern and not pattern.negated:
            return root, _Rules()
        folder = path + "/"
    return top, rules
