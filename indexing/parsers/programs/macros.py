"""Hides from C's grammars what only the preprocessor understands.

`FMT_BEGIN_NAMESPACE`, `class API Name {` and `UV_EXTERN int f();` are no C or C++ before preprocessing, and each can
cost a parser everything up to the end of the file. Hidden bytes become spaces, so every position stays where it was.
"""

from __future__ import annotations

from typing import Final

from citeline.patterns import re

_MACRO: Final = re.compile(rb"[A-Z](?<![\w.#>\"'][A-Z])(?:[A-Z0-9]*_[A-Z0-9_]+|[A-Z0-9]{3,})(?!\w)")
"""What stands before it is asked for behind its first letter: a search for a letter skips all others at once."""
_ARGUMENTS: Final = re.compile(rb"[ \t]?\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)")
_REST_OF_LINE: Final = re.compile(rb"[ \t\r]*(?=\n|\Z)")
_DECLARATION: Final = re.compile(
    rb"\s*(?:(?:template|class|struct|enum|static|inline|constexpr|virtual|extern|const|void|int|bool|char|auto|unsigned|"
    rb"double|float|long|explicit|friend|operator|using|typedef|namespace|size_t)\b|~?\w+[ \t*&]+\w+[ \t]*\()"
)
_HEAD: Final = re.compile(rb"\s+\w+(?:\s+final)?\s*[:{]")
_CONSTRUCTOR: Final = re.compile(rb"\s*~?\w+\(")
_SPECIFIER: Final = re.compile(
    rb"_(?:CONSTEXPR\w*|INLINE|API|EXPORT|EXTERN|NORETURN|NODISCARD|DEPRECATED|ATTRIBUTE\w*)$"
)
_BEFORE: Final = re.compile(
    rb"(?:^|[>:;{}]|\b(?:static|inline|extern|constexpr|virtual|friend|typedef|explicit|const))$"
)
_ENDED: Final = re.compile(rb"(?:[;{}:/>)]|^)\s*$")
_CLASS: Final = re.compile(rb"\b(?:class|struct|union)$")
_FOR_CPP: Final = re.compile(
    rb"^[ \t]*#[ \t]*ifdef[ \t]+__cplusplus\b.*?^[ \t]*#[ \t]*(?:endif|else)[^\n]*", re.M | re.S
)
_X_MACRO: Final = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+(\w+)\((?:[^\n\\]|\\\r?\n|\\.)*\n(?:[^\n]*\n){0,5}?[ \t]*#[ \t]*undef[ \t]+\1\b[^\n]*",
    re.M,
)
"""A macro that is defined, used on a list and undefined within a few lines, often in the middle of an enum."""
_NOT_LINE_END: Final = re.compile(rb"[^\n]")
_MAX_FOR_CPP: Final = 500
"""Bytes of `#ifdef __cplusplus`: `extern "C" {` is short; a longer part is code of its own."""


def hide_macros(text: bytes) -> bytes:
    """The text with macros that stand where the grammar expects none replaced by spaces."""
    if b"__cplusplus" in text:
        text = _FOR_CPP.sub(lambda match: _hidden(match[0]) if len(match[0]) <= _MAX_FOR_CPP else match[0], text)
    if b"undef" in text:
        text = _X_MACRO.sub(lambda match: _hidden(match[0]), text)
    pieces: list[bytes] = []
    done = 0
    for match in _MACRO.finditer(text):
        start = match.start()
        if start < done:
            continue
        line_start = text.rfind(b"\n", done, start) + 1
        before = text[max(line_start, done) : start].strip()
        end = _hidden_until(text, match, line_start, before, done)
        if end:
            pieces += [text[done:start], b" " * (end - start)]
            done = end
    return b"".join([*pieces, text[done:]]) if pieces else text


def _hidden(text: bytes) -> bytes:
    return _NOT_LINE_END.sub(b" ", text)


def _hidden_until(text: bytes, match: re.Match[bytes], line_start: int, before: bytes, done: int) -> int:
    """Where the macro ends with its arguments when it is to be hidden, else 0; up to `done` the text is hidden already,
    or nothing is.
    """
    name_end = match.end()
    if before.startswith(b"#"):
        return 0
    if _CLASS.search(before):
        arguments = _ARGUMENTS.match(text, name_end)
        end = arguments.end() if arguments else name_end
        return end if _HEAD.match(text, end) else 0
    if not _BEFORE.search(before):
        return 0
    arguments = _ARGUMENTS.match(text, name_end)
    for end in (name_end, arguments.end() if arguments else name_end):
        if _DECLARATION.match(text, end) or (
            _SPECIFIER.search(match[0]) and (_CONSTRUCTOR.match(text, end) or _MACRO.match(text, end + 1))
        ):
            return end
        # Alone on its line, after a line that had ended: no last enumerator or argument stands so.
        if not before and _REST_OF_LINE.match(text, end):
            above = text[max(0, line_start - 200) : max(0, line_start - 1)].rpartition(b"\n")[2]
            follows_hidden = bool(done) and not text[done:line_start].strip()
            return end if follows_hidden or _ENDED.search(above) else 0
    return 0
