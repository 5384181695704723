"""All words of the texts of an index: what is in none of them is in no text, and no text is unpacked to learn that.

Words are runs of three ASCII letters or more, in lower case: numbers and hashes would make the list as long as the
texts, and scripts without spaces have no words. Compressed, they are a fortieth of the texts of requests, and less than
a hundredth of those of Django.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import zstandard

from citeline.model import Chunk

from .text_columns import to_column

WORDS: Final = "words"
"""Key in `meta` of the words of the base."""
CHANGED_WORDS: Final = "changed_words"
"""With a number after it, of the words that a refresh has brought."""
SELECT_CHANGED: Final = f"SELECT value FROM meta WHERE key GLOB '{CHANGED_WORDS}*'"
SELECT_ALL: Final = f"{SELECT_CHANGED} OR key = '{WORDS}'"
_SHORTEST: Final = 3
_LETTERS: Final = bytes(byte if 97 <= byte <= 122 else 32 for byte in bytes(range(256)).lower())
"""Every byte as a letter in lower case, or as a space."""
_RUN: Final = re.compile(rb"[a-z]+")
_LEVEL: Final = 9


def words_of(chunks: Iterable[Chunk]) -> set[bytes]:
    """The words of the chunks."""
    found: set[bytes] = set()
    for chunk in chunks:
        found.update(to_column(chunk.text).encode().translate(_LETTERS).split())
    return {word for word in found if len(word) >= _SHORTEST}


def pack_words(words: Iterable[bytes]) -> bytes:
    """The words as they are stored."""
    return zstandard.compress(b"\n".join(sorted(words)), _LEVEL)


class TextWords:
    """The words of all texts, and perhaps some of texts that are gone."""

    def __init__(self, *packed: bytes) -> None:
        """As `pack_words` gives them."""
        self._lines = b"\n".join((b"", *map(zstandard.decompress, packed), b""))

    def may_be_in_a_text(self, part: str) -> bool:
        """False when no text has it, in whatever case of ASCII letters: words inside it must be words of a text, and
        what it begins or ends with may be the rest of one.
        """
        lowered = to_column(part).encode().lower()
        for run in _RUN.finditer(lowered):
            before, after = b"\n" * (run.start() > 0), b"\n" * (run.end() < len(lowered))
            if len(run[0]) >= _SHORTEST and before + run[0] + after not in self._lines:
                return False
        return True


def unpack_words(packed: bytes) -> set[bytes]:
    """What `pack_words` was given."""
    return set(zstandard.decompress(packed).split())
