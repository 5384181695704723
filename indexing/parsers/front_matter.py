"""YAML front matter as flat keys, and what a text without any says about itself in the lines at its top."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Any, Final, Literal

from citeline.data_files import shipped_table
from citeline.dataclass import dataclass
from citeline.model import NodeData, Scalar
from citeline.patterns import re

_KEY: Final = re.compile(r"[^\W\d][\w .-]*:(?:\s|$)|[\"'][^\"']+[\"']\s*:")
_HEADING: Final = re.compile(r"#{1,6}\s")
_MAX_DEPTH: Final = 100
_MAX_VALUES: Final = 5_000
"""Aliases let ten short lines stand for a billion values; no real front matter comes near this."""
_LONGEST_TOML: Final = 20_000
_MOST_BITS: Final = 63
"""Of a number, as SQLite stores it; larger ones are text."""
_LINE: Final = re.compile(
    r"(?:[-*>]\s+|#\+)?(?:\*\*|__)?(?P<label>[^\W\d_][^:：*]{0,30}?)\s*(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?\s*"
    r"(?P<value>[^\s*_].{0,200}?)\s*(?:\*\*|__)?\s*(?:\\|<br ?/?>)?$"
)
"""Of a line without padding: blanks that several parts may take would be tried in all ways to share them out."""
_PANDOC: Final = ("title", "author", "date")
_COMMAND: Final = re.compile(r"\\(?P<label>author|date|version)(?:\[[^\]\n]*\])?\{(?P<value>[^{}]{1,200})\}")
"""Of LaTeX."""
_REMARK: Final = re.compile(r"(?<!\\)%.*")
_COMMAND_LINES: Final = 200
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_ROW: Final = re.compile(r"\|(?P<label>[^|]{1,40})\|(?P<value>[^|]{1,200})\|$")
_RULE: Final = re.compile(r"\|[\s:|-]+\|$")
"""Below the head of a table."""
_BESIDE: Final = re.compile(r" [|·•] ")
"""Between facts in one line."""
_MOST_LINES: Final = 20
_TITLE: Final = re.compile(r"\s*(?:#{1,6}\s|([=\-~*#^])\1{2,}\s*$|<)")
"""A heading, the line below one, or an element: a logo over the title."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands between the two `---`."""

    data: NodeData = field(default_factory=dict)
    """Nested maps, which a node's data cannot hold, as JSON text."""
    note: str = ""
    """Why there is no data, with the line in the file."""
    end_line: int = 0
    """Where it ends; 0 for what is not said."""


def find_other_front_matter(lines: Sequence[str]) -> FrontMatter | None:
    """That in TOML between two `+++`, as of Hugo, or the lines of Pandoc that begin with `%`; None for a document
    without either.
    """
    first = lines[0].removeprefix("\ufeff").rstrip() if lines else ""
    if first == "+++":
        end = next((at for at, line in enumerate(lines) if at and line.rstrip() == "+++"), 0)
        return _read_toml("\n".join(lines[1:end]), end + 1) if end else None
    if not first.startswith("% "):
        return None
    told = [[first[1:]]]
    for line in lines[1:_MOST_LINES]:
        if line[:1] == "%" and len(told) < len(_PANDOC):
            told.append([line[1:]])
        elif line[:1] in {" ", "\t"} and line.strip():
            told[-1].append(line)
        else:
            break
    data: dict[str, str | list[str]] = {
        key: " ".join(" ".join(said).split()) for key, said in zip(_PANDOC, told, strict=False)
    }
    if len(told) > 1:
        data["author"] = [name.strip() for line in told[1] for name in line.split(";") if name.strip()]
    return FrontMatter({key: value for key, value in data.items() if value}, end_line=sum(map(len, told)))


def load_toml(text: str) -> Any:
    """What the text says, within the limits of YAML. Raises ValueError or RecursionError.

    The time that `tomllib` takes grows with the square of the length of a key: 26 s for 100,000 characters.
    """
    import tomllib  # most files have no such front matter

    if len(text) > _LONGEST_TOML:
        raise ValueError(f"more than {_LONGEST_TOML} characters")
    loaded = tomllib.loads(text)
    if not _is_small(loaded):
        raise ValueError(f"more than {_MAX_VALUES} values, or nested more than {_MAX_DEPTH} levels deep")
    return loaded


def _read_toml(text: str, end_line: int) -> FrontMatter:
    try:
        return FrontMatter(_flat(load_toml(text)), end_line=end_line)
    except (ValueError, RecursionError) as error:
        return FrontMatter(note=f"front matter is not valid TOML: {error}", end_line=end_line)


def find_front_matter(lines: Sequence[str]) -> Literal["none", "closed", "unclosed"]:
    """Whether a document begins with front matter, and whether a second `---` ends it.

    A first `---` is a horizontal rule when no key follows it, or only headings up to the next one.
    """
    if not lines or lines[0].removeprefix("\ufeff").rstrip() != "---":
        return "none"
    end = next((i for i, line in enumerate(lines) if i and line.rstrip() in {"---", "..."}), 0)
    inside = lines[1:end] if end else lines[1:2]
    if any(map(_KEY.match, inside)):
        return "closed" if end else "unclosed"
    return "none" if not end or any(map(_HEADING.match, inside)) else "closed"


def load_yaml(text: str) -> Any:
    """The one document in the text. Raises yaml.YAMLError, ValueError or TypeError.

    The events are looked at first: the composer in C recurses, and ten thousand brackets would end the process.
    """
    import yaml  # .01 s, and most files have no front matter

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = 0
    for event in yaml.parse(text, Loader=loader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _MAX_DEPTH:
            raise yaml.YAMLError(f"nested more than {_MAX_DEPTH} levels deep")
    return yaml.load(text, Loader=loader)


def read_front_matter(text: str, first_line: int) -> FrontMatter:
    """The keys of `text`, whose first line is line `first_line` of the file. Never raises on bad YAML."""
    import yaml

    try:
        loaded = load_yaml(text)
    except yaml.MarkedYAMLError as error:
        line = first_line + (error.problem_mark.line if error.problem_mark else 0)
        return FrontMatter(note=f"front matter is not valid YAML: line {line}: {error.problem}")
    # ValueError: a date such as 2024-13-45. The others: hostile nesting and unhashable keys.
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        return FrontMatter(note=f"front matter is not valid YAML: line {first_line}: {error}")
    if loaded is None:
        return FrontMatter()
    if not isinstance(loaded, dict):
        return FrontMatter(note=f"front matter is not a map of keys: line {first_line}")
    if not _is_small(loaded):
        return FrontMatter(note=f"front matter has more than {_MAX_VALUES} values: line {first_line}")
    try:
        return FrontMatter(_flat(loaded))
    except ValueError as error:
        return FrontMatter(note=f"front matter is not valid YAML: line {first_line}: {error}")


def _is_small(value: object) -> bool:
    waiting, seen = [(value, 0)], 0
    while waiting:
        seen += 1
        item, depth = waiting.pop()
        if seen + len(waiting) > _MAX_VALUES or depth > _MAX_DEPTH:
            return False
        if isinstance(item, dict):
            waiting.extend((inner, depth + 1) for inner in item.values())
        elif isinstance(item, (list, tuple, set)):
            waiting.extend((inner, depth + 1) for inner in item)
    return True


def _flat(loaded: Mapping[Any, Any]) -> NodeData:
    """Raises ValueError for a number of so many digits that Python writes none: nothing could be stored of it."""
    return {str(key): _plain(value) for key, value in loaded.items()}


def _plain(value: Any) -> Scalar | list[str]:
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return str(value)
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    if isinstance(value, (list, tuple, set)):
        return [item if isinstance(item, str) else _as_json(item) for item in value]
    return _as_json(value)


def _as_json(value: Any) -> str:
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    if isinstance(value, dict):
        value = {str(key): item for key, item in value.items()}
    return json.dumps(value, ensure_ascii=False, default=str, skipkeys=True)


def head_facts(lines: Sequence[str]) -> NodeData:
    """`author`, `created`, `modified` and `version`, as far as labelled lines at the top of a text say them.

    They may stand below a title and between blank lines; with the first line that is something else the text begins. A
    line that has a label which is none of these ends nothing.
    """
    found: dict[str, str] = {}
    in_rows: dict[str, str] = {}
    is_titled = False
    for line in lines[:_MOST_LINES]:
        if not line.strip():
            continue
        if _TITLE.match(line):
            is_titled = True
            continue
        line = " ".join(line.split())
        if _RULE.match(line):
            continue
        row = _ROW.match(line)
        if row is not None:
            line = f"{row['label'].strip()}: {row['value'].strip()}"
        beside = [*map(_LINE.match, _BESIDE.split(line))]
        # The names of several authors may be parted likewise.
        parts = [part for part in (beside if all(beside) else [_LINE.match(line)]) if part]
        if not parts:
            if found or is_titled:
                break
            is_titled = True  # of plain text, the first line is the title
        for part in parts:
            if key := _labels().get(" ".join(part["label"].lower().split())):
                (found if row is None else in_rows).setdefault(key, _LINK.sub(r"\1", part["value"]).strip("\"'`* "))
    # A single one is the head of a table of something else: `| Version | Supported |`.
    return {**(in_rows if len(in_rows) > 1 else {}), **found}


def command_facts(lines: Sequence[str]) -> NodeData:
    """The same of LaTeX, which says it in commands above its text."""
    head = "\n".join(_REMARK.sub("", line) for line in lines[:_COMMAND_LINES])
    found: dict[str, str] = {}
    for command in _COMMAND.finditer(head):
        found.setdefault(_labels()[command["label"]], ", ".join(map(str.strip, command["value"].split("\\and"))))
    return {**found}


@cache
def _labels() -> Mapping[str, str]:
    """A label in small letters to the key that it stands for."""
    table = shipped_table("citeline.indexing.parsers", "head_labels.toml")
    return {label: key for key, labels in table.items() for label in labels}
