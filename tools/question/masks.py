"""A question as the intents read it: names, messages and numbers masked, everything that says nothing a blank."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from citeline.text import ACCENTS, IDENTIFIER_SHAPE, ScriptPattern, has_word, is_cjk

from .messages import ERROR_NAME, messages

NAME: Final = "NAME"
ERROR: Final = "ERROR"
MESSAGE: Final = "MESSAGE"
PATH: Final = "PATH"
OPTION: Final = "OPTION"
NUMBER: Final = "NUMBER"
BLANK: Final = "_"
MASKS: Final = (NAME, ERROR, MESSAGE, PATH, OPTION, NUMBER)

_ADDRESS: Final = re.compile(r"\b[a-z][a-z+.-]{0,20}://\S+")
_QUOTED: Final = re.compile(
    r"\"([^\"\n]+)\"|“([^”\n]+)”|「([^」\n]+)」|『([^』\n]+)』|«([^»\n]+)»|„([^“”\n]+)[“”]|(?<!\w)'([^'\n]+)'(?!\w)"
)
_MARKED: Final = re.compile(r"`[^`]*`")
_OPTION: Final = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
_PATH: Final = re.compile(r"(?a:(?<![\w./])(?:[\w.-]+/)+[\w.-]*\w|(?<![\w./])\w[\w-]*\.[a-z]{1,5}(?![\w(]|\.\w))")
_CODE: Final = re.compile(r"(?a:[@$]?[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*(?:\(\)|\([^()\s]*\))?)")
_NUMBER: Final = re.compile(r"(?a:\bv?\d[\d.,:_/-]*\w*%?)")
_TOKEN: Final = ScriptPattern(rf"{'|'.join(MASKS)}|{{cjk}}|\w+")
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])\s*|\n+")
_LEAST_SHAPED: Final = 3


def sentences(text: str) -> list[str]:
    """The masked text in sentences; masks hold no ends, so that none is cut in a name or a message."""
    return [part for part in _SENTENCE.split(text) if has_word(part)]


def mask(question: str) -> str:
    """The question with a mask for each name, message, path, option and number."""
    text = question
    for message in reversed(messages(question)):
        text = f"{text[: message.start]} {MESSAGE} {text[message.end :]}"
    text = _ADDRESS.sub(BLANK, text)
    text = _QUOTED.sub(_quoted, text)
    text = _MARKED.sub(lambda found: f" {_kind(found[0].strip('` '))} ", text)
    text = ERROR_NAME.sub(f" {ERROR} ", text)
    text = _OPTION.sub(f" {OPTION} ", text)
    text = _PATH.sub(lambda found: f" {PATH} " if _is_path(found[0]) else found[0], text)
    text = _CODE.sub(_shaped, text)
    return _NUMBER.sub(f" {NUMBER} ", text)


def tokens(masked: str) -> list[str]:
    """Words in lower case without accents, masks as they are, Chinese and Japanese by characters."""
    found: list[str] = []
    for token in _TOKEN.of(masked).findall(masked):
        if token in MASKS or token == BLANK:
            found.append(token)
        elif is_cjk(token):
            found += token
        else:
            found.append(ACCENTS.sub("", unicodedata.normalize("NFD", token.lower())))
    return found


def grams(words: Iterable[str], known: frozenset[str], longest: int) -> list[str]:
    """Runs of up to `longest` tokens, ends marked; tokens that are not known become blanks, a run of them one."""
    plain: list[str] = ["^"]
    for word in words:
        kept = word if word in known or word in MASKS else BLANK
        if kept != BLANK or plain[-1] != BLANK:
            plain.append(kept)
    plain.append("$")
    return sorted(set(_runs(plain, longest)))


def _runs(plain: list[str], longest: int) -> Iterator[str]:
    for size in range(1, longest + 1):
        for start in range(len(plain) - size + 1):
            run = plain[start : start + size]
            if run not in (["^"], ["$"], [BLANK]):
                yield " ".join(run)


def _quoted(found: re.Match[str]) -> str:
    inner = next(filter(None, found.groups()), "").strip()
    if ERROR_NAME.fullmatch(inner):
        return f" {ERROR} "
    is_message = len(inner.split()) > 1 or (is_cjk(inner) and len(inner) >= _LEAST_SHAPED)
    return f" {MESSAGE} " if is_message else f" {NAME} "


def _kind(marked: str) -> str:
    if ERROR_NAME.fullmatch(marked):
        return ERROR
    return OPTION if marked.startswith("-") else NAME


def _shaped(found: re.Match[str]) -> str:
    text = found[0]
    if text in MASKS or text == BLANK:
        return text
    bare = re.sub(r"\(.*\)$", "", text)
    # A bare word in a language without blanks is a name: `main の呼び出し元`.
    alone = is_cjk(found.string) and bare.isascii() and len(bare) > 1
    shaped = (
        bare != text
        or text[0] in "@$"
        or IDENTIFIER_SHAPE.match(bare)
        or re.fullmatch(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+", bare)
    )
    return f" {NAME} " if shaped or alone else text


def _is_path(text: str) -> bool:
    return "/" in text or text.rpartition(".")[2] in _SUFFIXES


_SUFFIXES: Final = frozenset(
    "c cfg conf cpp cs css csv go h hpp html ini ipynb java js json jsx kt lock lua md mjs php proto py pyi rb rs rst"  # noqa: SIM905
    " sh sql swift toml ts tsx txt vue xml yaml yml zig".split()
)
