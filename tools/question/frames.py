"""Places that somebody has pasted with a line number: the frames of a stack trace, or `nsqd/channel.go:570`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from citeline.dataclass import dataclass
from citeline.patterns import re

from .messages import ERROR_NAME, messages

_PLACE: Final = re.compile(
    r"(?<![\w.@+~\\/-])"  # at the start of a path alone: from each of its letters on it is quadratic
    r"(?P<path>(?:[A-Za-z]:[\\/]|[\\/~.@])?[\w.@+~-]*(?:[\\/][\w.@+~-]*)*[\w-]\.[A-Za-z]\w{0,5})"
    r"(?:(?P<last>\", line )|:line |:|\(| on line )(?P<line>\d{1,7})(?![\d.]*\w)"
)
"""A path with a suffix and a number as interpreters write them: `x.py", line 3`, `x.js:3:5`, `x.php(3)`."""
_NAME: Final = re.compile(r"[A-Za-z_]\w+")
_CALL: Final = re.compile(r"^\S.*\)$|^\d+: +\S+$")
"""A line above a place that says in which function it is: `main.(*App).Run(0xc0, 0x1)`, `12: app::run`."""
_OPENS: Final = re.compile(r"^(?:Traceback \(|goroutine \d+ |stack backtrace|Stack trace|created by )", re.IGNORECASE)
_LEAST_TRACE: Final = 2
"""Places from which on a text is a trace."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A line of a file that a program was at."""

    path: str
    """As it was written, on whatever machine."""
    line: int
    names: tuple[str, ...]
    """What stands around the place, the name of its function among it."""


@dataclass(frozen=True, slots=True)
class _Found:
    frame: Frame
    block: int
    """How many messages stand before it: a cause is told behind what it has caused."""
    newest_last: bool


def frames_in(question: str) -> tuple[Frame, ...]:
    """The frames, the one that ran last first; give the question as it came, for a line has one of them."""
    found = list(_found(question))
    # Python writes the newest call last, and so does what names an error behind a place.
    if any(one.newest_last for one in found):
        return tuple(one.frame for one in reversed(found))
    return tuple(one.frame for one in sorted(found, key=lambda one: -one.block))


def beside_trace(question: str) -> str:
    """The lines of a question that are its person's own; all of them where it pastes no trace."""
    lines = question.split("\n")
    places = [(place, found) for place, line in enumerate(lines) if (found := _PLACE.search(line))]
    if len(places) < _LEAST_TRACE and not any(found["last"] for _, found in places):
        return question
    first, (last, found) = places[0][0], places[-1]
    # Python writes the line of code below its place, and then the message.
    while last + 1 < len(lines) and (lines[last + 1][:1].isspace() or (found["last"] and lines[last + 1])):
        last += 1
    own = [
        line
        for place, line in enumerate(lines)
        if not (first <= place <= last or _OPENS.match(line.strip()) or _is_call_above(lines, place) or messages(line))
    ]
    return "\n".join(own)


def _is_call_above(lines: list[str], place: int) -> bool:
    """Whether a line names the function of the place below it."""
    below = lines[place + 1] if place + 1 < len(lines) else ""
    return bool(_CALL.match(lines[place].strip()) and _PLACE.search(below) and not _PLACE.search(lines[place]))


def _found(question: str) -> Iterator[_Found]:
    lines = question.split("\n")
    block = 0
    for place, line in enumerate(lines):
        places = list(_PLACE.finditer(line))
        if not places:
            block += any(one.kind == "error" for one in messages(line))
        for one in places:
            above = lines[place - 1] if place and _is_call_above(lines, place - 1) else ""
            beside = f"{above} {line[: one.start()]} {line[one.end() :]}" if len(places) == 1 else ""
            path = re.sub(r"[\\/]+", "/", one["path"])  # `file:///src/app.js`
            frame = Frame(path, int(one["line"]), tuple(_NAME.findall(beside)))
            named_behind = ERROR_NAME.search(line, one.end()) is not None and place == len(lines) - 1
            yield _Found(frame, block, bool(one["last"]) or named_behind)
