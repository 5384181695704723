"""Files that are in the index in part, and where names stand in what was not read of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from citeline.indexing.extraction.sampling import MOST_STREAMED_BYTES
from citeline.indexing.files.captures import tells_of_capture
from citeline.indexing.files.source_tree import real_path
from citeline.indexing.files.walk import open_unfollowed
from citeline.indexing.reader import Index
from citeline.model import SAMPLE

_MOST: Final = 3
"""Files that are looked through."""
_READ_BYTES: Final = 1 << 20


class UnreadPlace(NamedTuple):
    """A line that has a name, in a file whose index has not read all of its lines."""

    name: str
    path: str
    line: int
    """1-based."""


def sampled_paths(index: Index) -> list[str]:
    """Files of which a sample is in the index, data of tests last: there may be hundreds."""
    sampled = [(path, note) for path, note in index.structure.notes().items() if note.startswith(SAMPLE)]
    return [path for path, _ in sorted(sampled, key=lambda found: tells_of_capture(found[1]))]


def unread_places(index: Index, names: Sequence[str], paths: Sequence[str]) -> list[UnreadPlace]:
    """The first line of each file that has a name which the index does not hold; in any case, UTF-8 alone."""
    return [place for path in paths[:_MOST] for place in _places(index, path, names)]


def _places(index: Index, path: str, names: Sequence[str]) -> Iterator[UnreadPlace]:
    wanted = {name: re.compile(rb"(?<!\w)" + re.escape(name.lower().encode()) + rb"(?!\w)") for name in names if name}
    overlap = max((len(name.encode()) for name in wanted), default=0) + 1
    try:
        with open_unfollowed(real_path(index.tree, path)) as file:
            ends, kept = 1, b""
            left = MOST_STREAMED_BYTES
            while wanted and left > 0 and (data := file.read(_READ_BYTES)):
                left -= len(data)
                block = kept + data.lower()
                for name, whole in list(wanted.items()):
                    found = whole.search(block)
                    # What goes on behind the block may belong to the word.
                    if found and (found.end() < len(block) or len(data) < _READ_BYTES):
                        del wanted[name]
                        yield UnreadPlace(name, path, ends + block.count(b"\n", 0, found.start()))
                kept = block[max(0, len(block) - overlap) :]
                ends += block.count(b"\n", 0, len(block) - len(kept))
    except OSError:
        return
