"""Lines that say nothing: a name with the word documentation behind it, an option that prints the help, those that only
lead to what stands below, and calls that write to a log.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache
from typing import Final

from citeline.data_files import shipped_table
from citeline.patterns import re
from citeline.text import split_identifier, terms_of, word_runs

_NAMED: Final = re.compile(
    r"\s*[*_`]{0,3}(?P<name>[\w.+/-]+(?:\s[\w.+/-]+)?)[*_`]{0,3}\s+\\?[-–—]{1,3}\s+(?P<rest>\S.*)"
)
"""`csvclean - csvclean Documentation`: the first lines of manual pages that were made of other ones."""
_OPTION: Final = re.compile(r"(?<![\w-])(?:--?|/)(?P<option>[\w?][\w-]*)")
_FILE: Final = re.compile(r"(?<![\w./-])[\w./-]*\.[a-z]\w{0,9}\b")
_BETWEEN: Final = re.compile(r"\W+")
_HELP: Final = "help"
"""What the option is called in every language."""
_OPTIONS: Final = frozenset(("--help", "-help", "-h", "-?"))


def repeats_name(text: str) -> bool:
    """Whether a description says its name again, and at most that it is the documentation."""
    named = _NAMED.fullmatch(text)
    if named is None:
        return False
    name, said = {*word_runs(named["name"].lower())}, word_runs(named["rest"].lower())
    rest = [word for word in said if word not in name]
    told = [word for word in rest if not word.isdigit()]  # of `port - port 8080` the number is what is said
    return not name.isdisjoint(said) and bool(told or not rest) and _words("documentation").issuperset(told)


def prints_help(text: str, held: Set[str]) -> bool:
    """Whether all that a line says is that an option prints the help; `held` are its words, in lower case.

    Beside the option itself stands the name of the program at most: `-h, --help  help for du`.
    """
    if held.isdisjoint(_words("help")):
        return False
    options = {found["option"].lower() for found in _OPTION.finditer(text)}
    if any(len(option) > 1 and not option.startswith(_HELP) for option in options):
        return False
    said = [word for word in word_runs(_OPTION.sub(" ", text).lower()) if word not in _words("help", "beside_help")]
    return len(said) <= (_HELP in options) and (bool(options) or len(held) > 1)


def introduces(text: str) -> bool:
    """Whether all that a line says is that something follows: `Given a sample.yml file of:`, `will output`."""
    said = word_runs(_FILE.sub(" ", text.lower()))
    return bool(said) and _words("introducing").issuperset(said)


def is_directive(comment: str) -> bool:
    """Whether a comment, without its marks, speaks to a tool and not to a reader: `nolint:gocyclo`."""
    said = comment.lower()
    begun = (said[len(word) :] for word in _words("directive") if said.startswith(word))
    return any(not rest[:1].isalnum() for rest in begun)


def writes_log(called: str) -> bool:
    """Whether what is called by a name, `slog.Warn`, writes to a log: `log.append` is a list's."""
    parts = [set(split_identifier(part)) for part in _BETWEEN.split(called) if part]
    logs = any(not part.isdisjoint(_words("log")) and part <= _words("log", "log_level") for part in parts)
    return logs and parts[-1] <= _words("log", "log_level")


def asks_log(asked: Set[str]) -> bool:
    """Whether the terms of a question have one for what is written to a log."""
    return not asked.isdisjoint(terms_of(_words("asks_log")))


def asks_help(words: Set[str]) -> bool:
    """Whether words and options of a question ask for the help of a program."""
    return not words.isdisjoint(_words("help") | _OPTIONS)


@cache
def _words(*kinds: str) -> frozenset[str]:
    table = shipped_table("citeline.tools.answer.reading", "says_nothing.toml")
    return frozenset(word for kind in kinds for words in table[kind].values() for word in words)
