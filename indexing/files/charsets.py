"""Turns the bytes of a file into text: which encoding they are in, or why they are not text.

UTF-8 is tried first and strictly, because text in another encoding almost never is valid UTF-8. What follows are
guesses, made from the lines that hold anything but ASCII, so that a megabyte costs no more than a page.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import Final

from citeline.dataclass import dataclass

MAGIC: Final[tuple[tuple[bytes, str], ...]] = (
    (b"%PDF-", "PDF document"),
    (b"PK\x03\x04", "ZIP archive or office document"),
    (b"\x1f\x8b", "gzip archive"),
    (b"\x28\xb5\x2f\xfd", "zstd archive"),
    (b"\xfd7zXZ\x00", "xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "7z archive"),
    (b"Rar!\x1a\x07", "RAR archive"),
    (b"\x7fELF", "ELF program"),
    (b"\xca\xfe\xba\xbe", "Java class or Mach-O program"),
    (b"\xcf\xfa\xed\xfe", "Mach-O program"),
    (b"\x00asm", "WebAssembly module"),
    (b"\x89PNG", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF87a", "GIF image"),
    (b"GIF89a", "GIF image"),
    (b"\xd0\xcf\x11\xe0", "old office document"),
    (b"SQLite format 3\x00", "SQLite database"),
    (b"\x80\x04\x95", "Python pickle"),
    (b"PAR1", "Parquet table"),
)
"""First bytes of files that are not text, also where the bytes alone could pass as text."""

# The longer first: UTF-32-LE begins with the mark of UTF-16-LE.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MULTIBYTE: Final = ("gb18030", "big5", "cp932", "euc_jp", "cp949")
# In order of preference: where two read the same bytes equally well, the more common one is meant.
_SINGLE_BYTE: Final = ("cp1252", "cp1251", "koi8_r", "cp1250")
# Line ends, tabs, form feeds, backspaces and escapes occur in real text.
_CONTROLS: Final = bytes(set(range(32)) - set(b"\t\n\r\f\b\x1b")) + b"\x7f"
_SEPARATORS: Final = b" \t\r\n,;"
_PRINTABLE: Final = bytes(range(32, 127))
_SAMPLE_BYTES: Final = 16_384
_SIGN_IN_WORD: Final = re.compile(r"(?<=[a-z])[¡-»¿](?=[a-z])")
"""What the letters of one encoding are in another: `Jab³ko`."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text and where it came from."""

    text: str
    """Without a byte order mark; never holds a lone surrogate. U+FFFD stands for bytes that do not decode."""
    encoding: str
    """Name of the Python codec."""


@dataclass(frozen=True, slots=True)
class NotText:
    """Why bytes cannot be read as text."""

    why: str


def decode(data: bytes) -> Decoded | NotText:
    """The text of a file's bytes."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _with_mark(data[len(mark) :], encoding)
    for magic, what in MAGIC:
        if data.startswith(magic):
            return NotText(what)
    if b"\0" in data:
        return _utf16_without_mark(data) or NotText("has NUL bytes")
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        return _damaged_utf8(data, error) or _legacy(data)


def _with_mark(data: bytes, encoding: str) -> Decoded | NotText:
    text = data.decode("utf-8" if encoding == "utf-8-sig" else encoding, "replace")
    if "\0" in text or _is_damaged(text, limit=0.1):
        return NotText(f"begins like {encoding} but does not go on so")
    return Decoded(text, encoding)


def _is_damaged(text: str, *, limit: float) -> bool:
    """Whether more than this share of the characters beyond ASCII (and more than one) were not decodable."""
    replaced = text.count("�")
    return replaced > 1 and replaced > limit * sum(character > "\x7f" for character in text)


def _utf16_without_mark(data: bytes) -> Decoded | None:
    """UTF-16 if one byte order gives ordinary characters; in the other one they turn into rare ones."""
    even = data[: len(data) // 2 * 2]
    printable = len(data) - len(data.translate(None, _PRINTABLE))
    # ASCII with a few NUL bytes would pass as rare ideographs; in UTF-16 half of its bytes would be NUL.
    if not even or (printable > len(data) * 0.75 and data.count(0) < len(data) * 0.25):
        return None
    if data.isascii() and not _nul_pairs(even):
        return None
    best: tuple[float, str] = (0.0, "")
    for encoding in ("utf-16-le", "utf-16-be"):
        sample = even[:_SAMPLE_BYTES].decode(encoding, "replace")
        if "\0" in sample or any(unicodedata.category(character) in ("Cn", "Co") for character in sample):
            continue
        # ASCII in the wrong order is spread over scripts that nobody mixes; spaces and line ends tell in any language.
        best = max(best, (sum(" " <= c <= "~" or c in "\t\n\r" for c in sample) / len(sample), encoding))
    if not best[0]:
        return None
    text = data.decode(best[1], "replace")
    controls = sum(character < " " and character not in "\t\n\r\f" for character in text)
    if "\0" in text or controls > len(text) / 50 or _is_damaged(text, limit=0.0):
        return None
    return Decoded(text, best[1])


def _nul_pairs(data: bytes) -> bool:
    """Whether NUL bytes in ASCII are halves of characters: all on one side, and many, or beside whatever separates."""
    first, second = data[::2], data[1::2]
    if 0 in first and 0 in second:
        return False
    alone = (other for one, other in (*zip(first, second, strict=True), *zip(second, first, strict=True)) if one)
    return data.count(0) * 3 >= len(data) or not any(byte in _SEPARATORS for byte in alone)


def _damaged_utf8(data: bytes, error: UnicodeDecodeError) -> Decoded | None:
    """UTF-8 that was cut off inside its last character, or that holds a few foreign bytes; None if it is not UTF-8."""
    text = data.decode("utf-8", "replace")
    replaced = text.count("�")
    good = sum(character > "\x7f" for character in text) - replaced
    # One high byte at the end of an ASCII file is more likely a Latin-1 letter; two are the start of a character.
    cut_off = replaced == 1 and error.reason == "unexpected end of data" and (good > 0 or len(data) - error.start > 1)
    return Decoded(text, "utf-8") if cut_off or replaced * 10 <= good else None


def _legacy(data: bytes) -> Decoded | NotText:
    """The likeliest of the encodings that were in use before UTF-8."""
    controls = len(data) - len(data.translate(None, _CONTROLS))
    if controls > len(data) / 50:
        return NotText("no known encoding, many control bytes")
    for encoding in (*_guesses(_sample(data)), "cp1252"):
        text = data.decode(encoding, "replace")
        if not _is_damaged(text, limit=0.02):
            return Decoded(text, encoding)
    return Decoded(data.decode("latin-1"), "latin-1")


def _sample(data: bytes) -> bytes:
    """The first lines that are not all ASCII, about as many bytes as a guess needs."""
    lines: list[bytes] = []
    size = 0
    for line in data.splitlines():
        if size >= _SAMPLE_BYTES:
            break
        if not line.isascii():
            # Cut at a space, which is no part of a character in any of the encodings.
            end = line.rfind(b" ", 1, _SAMPLE_BYTES) if len(line) > _SAMPLE_BYTES else -1
            lines.append(line[:end] if end > 0 else line)
            size += len(lines[-1])
    if len(lines) > 1 and data.endswith(lines[-1]):
        # A file that was cut off may end inside a character, which would rule out the right encoding.
        lines.pop()
    return b"\n".join(lines) + b"\n"


def _guesses(sample: bytes) -> list[str]:
    """Encodings to try, the likeliest first."""
    runs = re.findall(rb"[\x80-\xff]+", sample)
    # Accented letters mostly stand alone between ASCII letters; characters of two bytes come in rows.
    in_rows = sum(len(run) for run in runs if len(run) > 1) > sum(len(run) for run in runs) / 4
    for encoding in ("cp932", "euc_jp") if in_rows else ():
        if _has_kana(sample, encoding):
            return [encoding]
    candidates = [*(_MULTIBYTE if in_rows else ()), *_SINGLE_BYTE]
    from charset_normalizer import from_bytes  # most files are UTF-8, and it takes long to load

    found = []
    for match in from_bytes(sample, cp_isolation=candidates, enable_fallback=False):
        encoding = min((name for name in match.could_be_from_charset if name in candidates), key=candidates.index)
        signs = len(_SIGN_IN_WORD.findall(sample.decode(encoding, "replace")))
        found.append((match.chaos, -match.coherence, signs, candidates.index(encoding), encoding))
    return [encoding for *_, encoding in sorted(found)]


def _has_kana(sample: bytes, encoding: str) -> bool:
    """Whether the bytes decode to text of which a fifth is kana, as all Japanese is and nothing else."""
    try:
        foreign = [character for character in sample.decode(encoding) if character > "\x7f"]
    except UnicodeDecodeError:
        return False
    return sum("\u3041" <= character <= "\u30fe" for character in foreign) * 5 >= len(foreign)
