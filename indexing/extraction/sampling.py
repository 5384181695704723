"""A file of lines too large to keep: its beginning, and pieces at even distances up to its end.

What lies between them is read too, in a stream, but only for its line ends: each is a blank line of the sample, so that
a line of it has the number that it has in the file.
"""

from __future__ import annotations

import hashlib
import re
from typing import IO, Final

from citeline.dataclass import dataclass

MOST_STREAMED_BYTES: Final = 100 << 20
"""Of a larger file only the beginning is read: half a second goes by for every 100 MB."""
_PIECE_BYTES: Final = 1 << 16
_READ_BYTES: Final = 1 << 20
_SECTION: Final = re.compile(rb"^[ \t]*<h[1-6][\s>]", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sample:
    """Bytes of whole lines, blank ones for what is left out."""

    data: bytes
    kept_bytes: int
    pieces: int
    """After the beginning."""
    sha256: str
    """Of all bytes of the file, in hex."""


class _Sampler:
    def __init__(self, file: IO[bytes], *, quoted: bool, sections: bool) -> None:
        self._file = file
        self._quoted = quoted
        self._sections = sections
        self._digest = hashlib.sha256()
        self._left_out = 0
        """Line ends since the last piece."""
        self.kept: list[bytes] = []
        self.kept_bytes = 0
        self.pieces = 0
        self._line_end = b"\n"

    def read(self, count: int) -> bytes:
        data = self._file.read(count)
        self._digest.update(data)
        return data

    def head(self, count: int) -> bool:
        """Keep the first lines; False where pieces of what follows could not be read by themselves."""
        data = self.read(count)
        end = data.rfind(b"\n") + 1
        if not end or b"\0" in data or (self._quoted and _cells_go_on(data[:end])):
            return False
        if b"\r\n" in data:
            self._line_end = b"\r\n"
        self._keep(data[:end])
        return True

    def skip(self, count: int) -> None:
        while count > 0 and (data := self.read(min(count, _READ_BYTES))):
            self._left_out += data.count(b"\n")
            count -= len(data)

    def piece(self) -> None:
        """Keep the whole lines of the next bytes, or of a page what begins and ends with a heading."""
        data = self.read(_PIECE_BYTES)
        start, end = data.find(b"\n") + 1, data.rfind(b"\n") + 1
        if self._sections:
            found = [match.start() for match in _SECTION.finditer(data, start)] if start else []
            start, end = (found[0], found[-1]) if found else (0, 0)
        if start and end > start and not (self._quoted and _cells_go_on(data[start:end])):
            self._left_out += data.count(b"\n", 0, start)
            self.kept.append(self._line_end * self._left_out)
            self._keep(data[start:end])
            self._left_out, self.pieces = data.count(b"\n", end), self.pieces + 1
        else:
            self._left_out += data.count(b"\n")

    def finish(self) -> Sample:
        while data := self.read(_READ_BYTES):
            self._left_out += data.count(b"\n")
        self.kept.append(self._line_end * self._left_out)
        return Sample(b"".join(self.kept), self.kept_bytes, self.pieces, self._digest.hexdigest())

    def _keep(self, data: bytes) -> None:
        self.kept.append(data)
        self.kept_bytes += len(data)


def sample_of(
    file: IO[bytes], size_bytes: int, limit: int, *, quoted: bool = False, sections: bool = False
) -> Sample | None:
    """At most `limit` bytes of a file that stands at its beginning, half of them from there.

    `quoted`: cells of records may go on over lines, and a piece may not begin inside of one. `sections`: pieces are
    those of a page of HTML. None where pieces cannot be told apart, as in UTF-16.
    """
    sampler, pieces = _Sampler(file, quoted=quoted, sections=sections), limit // 2 // _PIECE_BYTES
    if not pieces or size_bytes > MOST_STREAMED_BYTES or not sampler.head(limit // 2):
        return None
    between = max(0, (size_bytes - limit // 2) // pieces - _PIECE_BYTES)
    for _ in range(pieces):
        sampler.skip(between)
        sampler.piece()
    return sampler.finish()


def _cells_go_on(data: bytes) -> bool:
    return any(line.count(b'"') % 2 for line in data.split(b"\n"))
