"""Ignore rules as git reads them: which pattern of which file decides about a path.

One `IgnoreFile` holds the compiled patterns of one `.gitignore` (or file of the same syntax). A path is matched against
itself only, never against its parents: the walk does not enter an ignored folder, so a path that is asked about has
parents that are kept. That is git's algorithm, and why `!keep.py` cannot bring back a file of an ignored folder.
One difference: `?` and `[^a]` match one character here and one byte there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import groupby

from citeline.dataclass import dataclass
from citeline.patterns import re

_WILDCARD = re.compile(r"[*?\[\\]")
_ENDS = re.compile(r"([^*?\[\\]*)(?:.*[*?\]\\])?(.*)", re.DOTALL)
_BETWEEN_STARS = re.compile(r"\*([^*?\[\\]+)\*")
_SUFFIX = re.compile(r"\*(\.[^.*?\[\\/]+)")
_LAST_SUFFIX = re.compile(r"\.[^.\0]*(?=\0)")
# Private use: no pattern that a person types has it, and `re.escape` leaves it alone.
_FIRST_MARK = 0xE000
_NAMED_SETS = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": " \\t\\n\\r\\f\\v",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}
_NAMED_SET = re.compile(rf"\[:({'|'.join(_NAMED_SETS)}):\]")


@dataclass(frozen=True, slots=True)
class IgnorePattern:
    """One line of an ignore file."""

    text: str
    """As written, for messages."""
    line: int
    """1-based."""
    glob: str
    """Without `!`, the slash of an anchored pattern and the slash that ends a folder pattern."""
    negated: bool
    folders_only: bool
    anchored: bool
    """Matched against the path from the ignore file's folder; otherwise against the name alone."""


def parse_pattern(text: str, line: int = 1) -> IgnorePattern | None:
    """The pattern on a line of an ignore file; None for blank lines, comments and patterns that match nothing."""
    text = _trim(text)
    if not text or text.startswith("#"):
        return None
    negated = text.startswith("!")
    body = text[1:] if negated else text
    folders_only = body.endswith("/")
    if folders_only:
        body = body[:-1]
    anchored = "/" in body
    glob = body.removeprefix("/")
    if not glob or "//" in body:
        return None
    return IgnorePattern(text, line, glob, negated, folders_only, anchored)


def _trim(text: str) -> str:
    """Without the trailing spaces, except one that a backslash protects."""
    stripped = text.rstrip(" ")
    backslashes = len(stripped) - len(stripped.rstrip("\\"))
    return stripped + " " if backslashes % 2 and len(stripped) < len(text) else stripped


@lru_cache(1_000)  # a pattern for files is one for folders too
def _to_regex(glob: str) -> str | None:
    """A regular expression without groups for a whole path; None for what git discards."""
    try:
        glob, sets = _take_sets(glob)
        regex = _path_regex(glob.split("/"))
        for mark, characters in sets.items():
            regex = regex.replace(mark, characters)
        if sets:  # nothing else of a glob can be wrong, and trying takes a tenth of a millisecond
            re.compile(regex).match("")
    except (ValueError, re.error):
        return None
    return regex


def _path_regex(names: Sequence[str]) -> str:
    """Of a glob, name by name; `**` is any folders, or none, and at the end whatever is inside.

    What stands between two `**` is matched where it first fits, and no other place is tried; see `_name_regex`.
    """
    runs = [list(run) for is_any, run in groupby(names, lambda name: name == "**") if not is_any]
    inside = "/.+" if names[-1] == "**" else ""
    if not runs:
        return ".+"
    fixed = ["/".join(map(_name_regex, run)) for run in runs]
    regex = "" if names[0] == "**" else fixed.pop(0)
    for following, name in enumerate(fixed, 1):
        # Where nothing stands before it, a folder ends with its slash; elsewhere it begins with it.
        before, slash = ("/.+", "/") if regex else (".+/", "")
        last = following == len(fixed)
        regex += f"(?:{before})?{slash}{name}" if last else f"(?>(?:{before.replace('+', '+?')})??{slash}{name}(?=/))"
    return regex + inside


def _name_regex(glob: str) -> str:
    """Of one name of a glob.

    What stands between two stars may be matched where it first fits: if the rest fits anywhere behind that, it fits
    behind the first place too. So nothing is lost when no other place is tried (as in Python's `fnmatch.translate`),
    and `*a*a*a*a*b` takes no minute for a name that a stranger chose. Raises ValueError where a backslash ends it.
    """
    if glob == "*":
        return "[^/]+"
    parts = [""]
    characters = iter(glob)
    for character in characters:
        if character == "*":
            parts.append("")
        elif character == "?":
            parts[-1] += "[^/]"
        else:
            escaped = next(characters, "") if character == "\\" else character
            if not escaped:
                raise ValueError(glob)
            parts[-1] += re.escape(escaped)
    first, *between = parts
    if not between:
        return first
    last = between.pop()
    return f"{first}{''.join(f'(?>[^/]*?{part})' for part in between if part)}[^/]*{last}"


def _take_sets(glob: str) -> tuple[str, dict[str, str]]:
    """The glob with a private character for each `[…]`, and the regular expression that each stands for.

    `re` reads escapes, `[:alpha:]` and `[z-a]` in them otherwise than git does.
    Raises ValueError if a set does not end.
    """
    sets: dict[str, str] = {}
    out = ""
    at = 0
    while at < len(glob):
        if glob[at] == "[":
            characters, at = _read_set(glob, at + 1)
            mark = chr(_FIRST_MARK + len(sets))
            sets[mark] = characters
            out += mark
        else:
            width = 2 if glob[at] == "\\" else 1
            piece = glob[at : at + width]
            out += "/" if piece == "\\/" else piece
            at += width
    return out, sets


def _read_set(glob: str, at: int) -> tuple[str, int]:
    """The regular expression of the set whose `[` stands before `at`, and where the glob goes on.

    Source: git's wildmatch.c.
    """
    negated = glob[at : at + 1] in ("!", "^")
    at += negated
    members = ""
    low = ""
    start = at
    while at < len(glob) and (glob[at] != "]" or at == start):
        named = _NAMED_SET.match(glob, at)
        if named:
            members += _NAMED_SETS[named[1]]
            low, at = "", named.end()
        elif glob[at] == "-" and low and at + 1 < len(glob) and glob[at + 1] != "]":
            high, at = _read_member(glob, at + 1)
            members += f"{re.escape(low)}-{re.escape(high)}" if low <= high else ""
            low = ""
        else:
            low, at = _read_member(glob, at)
            members += re.escape(low)
    if at >= len(glob):
        raise ValueError(glob)
    # `(?!)` matches nothing: a set may be empty, `[z-a]`.
    found = f"[{members}]" if members else "(?!)"
    return f"(?!/|{found})." if negated else f"(?!/){found}", at + 1


def _read_member(glob: str, at: int) -> tuple[str, int]:
    """One character of a set, a backslash before it left out, and where the set goes on."""
    at += glob[at] == "\\"
    if at >= len(glob):
        raise ValueError(glob)
    return glob[at], at + 1


class _Table:
    """Patterns of one kind (for files or for folders), arranged so that expressions are tried for few paths."""

    __slots__ = ("_exact", "_name_order", "_names", "_parts", "_path_order", "_path_starts", "_paths", "_suffixes")

    def __init__(self, patterns: Iterable[tuple[int, IgnorePattern]]) -> None:
        self._exact: dict[str, int] = {}
        self._suffixes: dict[str, int] = {}
        names: list[tuple[int, str]] = []
        paths: list[tuple[int, str]] = []
        path_starts: list[str] = []
        parts: list[str] = []
        for index, pattern in patterns:
            suffix = _SUFFIX.fullmatch(pattern.glob)
            if not pattern.anchored and not _WILDCARD.search(pattern.glob):
                self._exact[pattern.glob] = index
            elif not pattern.anchored and suffix:
                self._suffixes[suffix[1]] = index
            elif regex := _to_regex(pattern.glob):
                (paths if pattern.anchored else names).append((index, regex))
                start, end = _literal_ends(pattern.glob)
                if pattern.anchored:
                    path_starts.append(start)
                elif start or end:
                    parts.append(f"\0{start}" if start else f"{end}\0")
                else:
                    middle = _BETWEEN_STARS.fullmatch(pattern.glob)
                    parts.append(middle[1] if middle else "")
        self._parts = tuple(dict.fromkeys(parts))
        self._path_starts = tuple(path_starts)
        self._names, self._name_order = _alternatives(names)
        self._paths, self._path_order = _alternatives(paths)

    def find(self, name: str, path: str, base: int) -> int:
        """Index of the last pattern that matches, -1 if none; `path[base:]` is relative to the ignore file."""
        found = self._exact.get(name, -1)
        if self._suffixes:
            dot = name.rfind(".")
            if dot >= 0:
                found = max(found, self._suffixes.get(name[dot:], -1))
        if self._names and self._tried((name,), _listing((name,))) and (match := self._names.fullmatch(name)):
            found = max(found, self._name_order[(match.lastindex or 1) - 1])
        if self._paths and (match := self._paths.fullmatch(path, base)):
            found = max(found, self._path_order[(match.lastindex or 1) - 1])
        return found

    def among(self, names: Collection[str], folder: str) -> Collection[str]:
        """Of the names in a folder, given with its slash and relative to the ignore file, all that may match.

        Expressions are left to `find`: few names begin or end as one does, and few folders lie above or below what an
        anchored pattern begins with.
        """
        found = self._exact.keys() & names
        listing = _listing(names)
        if not self._suffixes.keys().isdisjoint(_LAST_SUFFIX.findall(listing)):
            found.update([name for name in names if name[name.rfind(".") :] in self._suffixes])
        if self._names:
            found.update(self._tried(names, listing))
        starts = self._path_starts
        if folder.startswith(starts) or any(start.startswith(folder) for start in starts):
            found.update([name for name in names if (folder + name).startswith(starts)])
        return found

    def _tried(self, names: Collection[str], listing: str) -> Collection[str]:
        """Few of the names: the others begin and end as none of the expressions does, which are slow to try."""
        found: list[str] = []
        for part in self._parts:
            if part in listing:
                found += [name for name in names if part in _listing((name,))]
        return found


def _listing(names: Iterable[str]) -> str:
    """The names in one text, each with what no name has on either side: what none has is not looked for in each."""
    return "\0".join(("", *names, ""))


def _literal_ends(glob: str) -> tuple[str, str]:
    """What every name that it matches begins and ends with, as far as no wildcard, set or escape stands there."""
    found = _ENDS.fullmatch(glob)
    assert found is not None
    return found[1], found[2]


def _alternatives(regexes: list[tuple[int, str]]) -> tuple[re.Pattern[str] | None, list[int]]:
    """One expression for all, the last pattern first because it wins; its group number finds the pattern's index."""
    if not regexes:
        return None, []
    regexes = regexes[::-1]
    joined = "|".join(f"({regex})" for _, regex in regexes)
    return re.compile(joined, re.DOTALL), [index for index, _ in regexes]


class IgnoreFile:
    """The rules of one ignore file, compiled as far as they are asked for."""

    def __init__(self, lines: Iterable[str], *, base: int = 0) -> None:
        """`base` is the length of the folder's path with its slash, in the paths that `find` gets."""
        parsed = (parse_pattern(text, line) for line, text in enumerate(lines, 1))
        self.patterns = [pattern for pattern in parsed if pattern]
        self._base = base

    @cached_property
    def _files(self) -> _Table:
        return _Table(item for item in enumerate(self.patterns) if not item[1].folders_only)

    @cached_property
    def _folders(self) -> _Table:
        return _Table(enumerate(self.patterns))

    def find(self, name: str, path: str, *, is_folder: bool) -> IgnorePattern | None:
        """The pattern that decides about a path below this file's folder; None if none matches."""
        index = (self._folders if is_folder else self._files).find(name, path, self._base)
        return self.patterns[index] if index >= 0 else None

    def among(self, names: Collection[str], folder: str) -> Collection[str]:
        """Of the names in a folder, given with its slash, all that a pattern may match: nobody need ask for others."""
        return self._folders.among(names, folder[self._base :])


def split_rules(data: bytes) -> list[str]:
    """The lines of an ignore file. Bytes that are not UTF-8 survive as `os.fsdecode` would show them in names."""
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    return [line.removesuffix("\r") for line in text.split("\n")]
