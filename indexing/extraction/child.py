"""A process that reads one document and ends: bytes on stdin; on stdout its lines or why there are none, as JSON."""

from __future__ import annotations

import dataclasses
import json
import os
import sys

from ..files.formats import DOCUMENT_FORMATS
from .extract import Unreadable, read_here


def main() -> int:
    """The argument names a language of the table of formats."""
    form = next(row for row in DOCUMENT_FORMATS if row.language == sys.argv[1])
    answers = os.dup(1)
    os.dup2(2, 1)  # whatever a library prints is no answer
    found = read_here(sys.stdin.buffer.read(), form)
    text = json.dumps(dataclasses.asdict(found) if isinstance(found, Unreadable) else found)
    with os.fdopen(answers, "w", encoding="ascii") as stream:
        stream.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
