"""Command lines of documentation: which they are, and what they are for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from citeline.text import BACKQUOTED

from .model import Aspect
from .words import aspect_words

_PROMPT: Final = re.compile(r"^\s*(?:\$|%|>|PS>|C:\\>|#)\s+(?=\S)")
_REMARK: Final = re.compile(r"^\s*(?://|#(?!\s*\w+ install)|<!--)")
_COMMENT: Final = re.compile(r"\s{2,}#.*$|\s*\\$")


def holds_command(aspect: Aspect, text: str, names: tuple[str, ...] = ()) -> bool:
    """Whether a sentence holds a command of the aspect, of more than one word, between back quotes."""
    quoted = (code for code in BACKQUOTED.findall(text.replace("``", "`")) if " " in code)
    return any(aspect in aspects_of(code, names) for code in quoted)


def commands_in(lines: Sequence[str]) -> list[str]:
    """Command lines without their prompts and comments."""
    bare = [_COMMENT.sub("", _PROMPT.sub("", line)).strip() for line in lines if not _REMARK.match(line)]
    return [line for line in bare if line]


def command_aspects(line: str) -> frozenset[Aspect]:
    """The aspects that a command line serves, by its longest known beginning: `npm run lint` is linting."""
    return aspects_of(line, ())


@lru_cache(maxsize=4096)
def aspects_of(line: str, names: tuple[str, ...]) -> frozenset[Aspect]:
    """The same with commands that are called like the project."""
    lengths: dict[Aspect, int] = {
        aspect: match.end("command") - match.start("command")
        for aspect in aspect_words()
        if (begins := _beginnings(aspect, names)) is not None and (match := begins.match(line))
    }
    longest = max(lengths.values(), default=0)
    return frozenset(aspect for aspect, length in lengths.items() if length == longest)


def order_of(aspect: Aspect, line: str) -> float:
    """Between 0 and 0.1: the first of the known commands are those that most people want."""
    commands = aspect_words()[aspect].commands
    place = next((n for n, command in enumerate(commands) if line.lower().startswith(command)), len(commands))
    return 0.1 * place / len(commands)


@lru_cache(maxsize=256)
def _beginnings(aspect: Aspect, names: tuple[str, ...]) -> re.Pattern[str] | None:
    own = [name for name in names if name.isascii()]
    templates = sorted(aspect_words()[aspect].commands, key=len, reverse=True)
    if not templates:
        return None
    known = [re.escape(command).replace(r"\ ", r"\s+") for command in templates if "{name}" not in command]
    # The name of a project is a word, too: as a command it has small letters, and a subcommand or an option behind it.
    named = [re.escape(text.replace("{name}", name)) for text in templates if "{name}" in text for name in own]
    joined = "|".join([*known, *(rf"(?-i:{text}(?=\s+[a-z-]|$))" for text in named)])
    before = r"(?:\S+=\S+\s+|sudo\s+|nice\s+|time\s+|uv run\s+|poetry run\s+)*"
    return re.compile(rf"{before}(?P<command>{joined})(?![\w.-])(?!\s*[=:({{])", re.IGNORECASE)
