"""What sort of value a spelling is, in any language."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from citeline.patterns import re

Kind: TypeAlias = Literal["number", "string", "boolean", "nothing", "name", "other"]

_PATH: Final = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*")
_BOOLEANS: Final = frozenset({"true", "false"})
_NOTHING: Final = frozenset({"none", "null", "nil", "undefined"})
ONE_TEXT: Final = r"[fFrRbBuUcC]{0,2}(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`[^`]*`)"
_TEXT: Final = re.compile(
    rf"(?:[\w\[\].&]*[\[{{]\s*)?{ONE_TEXT}(?:[\s,+.]+{ONE_TEXT})*(?:\s*[\]}}])?(?:\.(?:to_string|to_owned|into|encode)\(\))?"
)
"""A text, or a list of texts."""
_FILLED: Final = re.compile(r"[`\"][^`\"]*\$\{|(?<!\w)[fF][rR]?[\"'][^\"']*\{|\"[^\"]*#\{")
"""A text with what has to be worked out inside: `${base}-${tag}`, f"{base}-{tag}"."""
# Possessive here and below: a list of fifty figures that is none in the end would be divided in endlessly many ways.
FIGURE: Final = r"[-+~]?(?:0[xXbBoO][\da-fA-F_]++|\d[\d_]*+(?:\.\d++)?+(?:[eE][-+]?\d++)?+)[a-zA-Z_]*+\d*+"
_AMOUNT: Final = rf"(?:[\w.:]+\s*\*\s*)?{FIGURE}(?:\s*(?:<<|>>|\*\*|[-+*/|%])\s*(?>[\w.:]++|{FIGURE}))*+"
_NUMBER: Final = re.compile(
    # What is called with literals only: `Some(64 << 20)`, `timedelta(minutes=5)`, `time.Duration(15) * time.Second`.
    # A list of what is called is none: `[at_least(10)]`.
    rf"(?!\[\s*[\w.:]+\s*\()(?:(?:new\s+)?(?:[&\w:.]+!?\s*[({{]|\[)\s*(?:\w+\s*[=:]\s*)?){{0,2}}{_AMOUNT}"
    rf"(?:\s*,\s*(?:(?:\w+\s*[=:]\s*)?{_AMOUNT}|{ONE_TEXT}|[A-Za-z_.]+))*+[)}}\]]*(?:\s*\*\s*[\w.:]+)?"
)
_IN_BRACKETS: Final = re.compile(r"\(([^(),]++)\)")
"""`(1024 * 1024)`, as constants of C and Go are written: no tuple, and no call."""


def kind_of(value: str) -> Kind:
    """What sort of value a spelling is: `Some(64 << 20)` and `5 * time.Second` are numbers, `defaults.port` is a name,
    what has to be worked out is other.
    """
    bare = value.strip().rstrip(";,").strip()
    if within := _IN_BRACKETS.fullmatch(bare):
        bare = within[1].strip()
    if bare.lower() in _BOOLEANS:
        return "boolean"
    if bare.lower() in _NOTHING:
        return "nothing"
    if _PATH.fullmatch(bare.lstrip("&*")):
        return "name"
    if _TEXT.fullmatch(bare):
        return "other" if _FILLED.search(bare) else "string"
    return "number" if _NUMBER.fullmatch(bare) else "other"
