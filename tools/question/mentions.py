"""What a question calls by name: symbols, files, options, variables and products."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import (
    IDENTIFIER_SHAPE,
    STOPWORDS,
    identifiers_in,
    is_cjk,
    parts_of,
    split_identifier,
    unique,
    without_endings,
)

from .question import NameKind
from .vocabulary.words import is_asking, is_common, is_misspelt, is_ordinary

RECORD: Final = re.compile(r"\b[A-Z][A-Z0-9]*-\d+\b", re.ASCII)
"""Of a tracker, a shop, a ledger: `PR-4827`."""
# An address, or data that somebody has pasted: there is no name in it.
_NO_NAME: Final = re.compile(r"\b[a-z][a-z+.-]{0,20}://\S+|[!-~]{121,}")
_OPTION: Final = re.compile(r"(?<![\w-])--[A-Za-z][\w-]*\w")
_SUFFIX: Final = (  # noqa: SIM905 - one word per quote and comma would be harder to check
    "bash bat c cc cfg cjs conf cpp cs css csv dart env ex exs go gradle h hpp hs html ini ipynb java js json jsx kt"
    " kts lock lua md mdx mjs mk ml php pl properties proto ps1 py pyi pyx r rb rs rst scala scss sh sql svelte swift"
    " tf toml ts tsx txt vue xml yaml yml zig zsh"
).split()
# A path with any suffix, a file's name with a usual one. A dot before it: `.eslintrc.json`.
_PATH: Final = re.compile(
    r"(?<![\w/:.+-])(?:(?:[\w.+-]+/)+[\w.+-]*\w\.[A-Za-z]\w{0,4}|\.?\w[\w.+-]*\.(?:"
    + "|".join(_SUFFIX)
    + r"))(?![\w/(+-]|\.\w)"
)
_CALL: Final = re.compile(r"(?<![\w.])[@$]?([A-Za-z_]\w*)\(\)|(?<!\w)[@$]([A-Za-z_]\w+)")
# With what it is given: `gin.WithMaxRoutes(n)`.
_CALLEE: Final = re.compile(r"(?<![\w.])([A-Za-z_][\w.:]{0,80})\((?!\))")
_QUOTED: Final = re.compile(r"(?<!\w)['\"“‘]([A-Za-z_][\w.-]*\w)['\"”’](?!\w)")
# A word as people write it: what a sentence takes for the name of a thing, though it is not shaped like code.
_WRITTEN: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[+#.][A-Za-z0-9]+)*\+{0,2}#?")
# In a Chinese sentence, where a Latin word is a name: `add-on`.
_WRITTEN_WHOLE: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[+#.-][A-Za-z0-9]+)*\+{0,2}#?")
_OPENS: Final = re.compile(r"(?:^|[.?!:;。？！：；\n])[\s\"'“‘(*]*$")
# Where a word stands for a thing of that name, whatever else it means.
_CALLED: Final = re.compile(r"\b(?:called|named)\s+$")
_BEFORE_NAME: Final = re.compile(r"\b(?:using|via)\s+$")
_AFTER_NAME: Final = re.compile(
    r"\s+(?:adapter|backend|broker|cluster|connector|database|driver|extension|integration|plug-?in|provider)\b"
)
# `HTTP/3`, which has another meaning than its letters and its number.
_NUMBERED: Final = re.compile(r"(?<![\w/.])[A-Z]{2,}/\d+(?:\.\d+)?(?![\w/])", re.ASCII)
# `e.g` and `i.e` are shaped like qualified names; so are `v1.2` and single letters.
_LEAST_PART: Final = 2
_LEAST: Final = 3


@dataclass(frozen=True, slots=True)
class Mention:
    """A name as it is written in a question."""

    text: str
    kind: NameKind
    """`proper`: capitalised or a known product; `word`: any other that is not an ordinary one."""


def mentions(question: str) -> list[Mention]:
    """The names of a question, once each, those that are shaped like code first; none of more than 120 letters."""
    found: dict[str, Mention] = {}
    rest = _NO_NAME.sub(" ", without_endings(question))
    for kind, texts in (("option", _OPTION), ("path", _PATH), ("proper", _NUMBERED)):
        for match in texts.finditer(rest):
            found.setdefault(match[0], Mention(match[0], kind))  # type: ignore[arg-type]  # the two literals above
        rest = texts.sub(" ", rest)
    called = [name for name in _CALLEE.findall(rest) if IDENTIFIER_SHAPE.match(name)]
    symbols = [*identifiers_in(rest), *called, *(a or b for a, b in _CALL.findall(rest)), *_QUOTED.findall(rest)]
    for symbol in symbols:
        if is_name(symbol):
            found.setdefault(symbol, Mention(symbol, "symbol"))
            rest = re.sub(rf"(?<![\w$]){re.escape(symbol)}(?![\w$])", " ", rest)
    told = {part.lower() for name in found for part in [name, *parts_of(name)]}
    for mention in _written(rest):
        if mention.text.lower() not in told:
            found.setdefault(mention.text, mention)
    return list(found.values())


def is_name(text: str) -> bool:
    """Whether every part of a qualified name is long enough to be one."""
    parts = parts_of(text)
    return bool(parts) and all(len(part) >= _LEAST_PART for part in parts) and any(map(split_identifier, parts))


def _written(question: str) -> Iterator[Mention]:
    """Capitalised words inside a sentence, abbreviations, Latin words in Chinese, products, strange words."""
    chinese = is_cjk(question)
    written = _WRITTEN_WHOLE if chinese else _WRITTEN
    found = [match for match in written.finditer(question) if len(match[0]) >= _LEAST]
    # In a title every word has a capital, so that a capital says nothing.
    lower = [match for match in found if match[0].islower() and match[0] not in STOPWORDS]
    known = products()
    for match in found:
        name = match[0]
        if name.lower() in STOPWORDS or is_asking(name):
            continue
        before = question[: match.start()]
        thing = bool(_BEFORE_NAME.search(before) or _AFTER_NAME.match(question, match.end()))
        product = name.lower() in known.names or (thing and name.lower() in known.words)
        capital = name[0].isupper() and bool(lower) and not _OPENS.search(before)
        if product or (not is_common(name) if name.isupper() else capital):
            yield Mention(name, "proper")
        elif chinese or _CALLED.search(before) or not (is_ordinary(name, strict=thing) or is_misspelt(name)):
            yield Mention(name, "word")


@dataclass(frozen=True, slots=True)
class Products:
    """Well-known software by its name in lower case."""

    names: frozenset[str]
    words: frozenset[str]
    """Those that are ordinary words too."""
    same: Mapping[str, str]
    """Name to the other one of the same thing: `postgresql` and `postgres`."""


@cache
def products() -> Products:
    """The list in the package."""
    text = shipped_text("citeline.tools.question", "products.txt")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    at = lines.index("[words]")
    entries = [entry.split("=") for entry in " ".join(lines[:at]).split()]
    same = {one: other for entry in entries if len(entry) > 1 for one, other in (entry, entry[::-1])}
    words = frozenset(" ".join(lines[at + 1 :]).split())
    return Products(frozenset(name for entry in entries for name in entry) - words, words, same)


def records_in(text: str) -> list[str]:
    """The records that a text names, once each: `PR-4827`."""
    return unique(RECORD.findall(text))
