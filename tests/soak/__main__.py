"""Readers beside a writer that builds without a pause, and builders and merges that are killed at random moments.

`python -m tests.soak [--readers 200 --minutes 10] [--kills 200] [--merges 40]` ends with 1 when
anything was wrong. It works in a temporary folder.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from .killing import kill
from .merging import kill_merges
from .reading import described, soak

_READERS_A_PROCESS = 50


def main() -> None:
    """All parts, or what is asked for; with 0 readers or kills that part is left out."""
    parser = argparse.ArgumentParser(
        "python -m tests.soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--readers", type=int, default=200, help="threads that open, ask and close; 50 a process")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long they do")
    parser.add_argument("--kills", type=int, default=200, help="builders that are killed")
    parser.add_argument("--merges", type=int, default=40, help="merges in the background that are killed, or give way")
    parser.add_argument("--files", type=int, default=60, help="files of the tree")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    wrong = 0
    # On a busy machine a builder of the lowest priority may need longer to end than what it has written to be removed.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        if asked.readers:
            processes = -(-asked.readers // _READERS_A_PROCESS)
            tally, outcomes = soak(
                Path(scratch, "soak"),
                readers=asked.readers,
                processes=processes,
                seconds=60 * asked.minutes,
                files=asked.files,
                seed=asked.seed,
            )
            wrong += len(tally.wrong)
            sys.stdout.write("\n".join(described(tally, outcomes, asked.readers)) + "\n")
            sys.stdout.flush()
        if asked.kills:
            Path(scratch, "kills").mkdir()
            kills = kill(Path(scratch, "kills"), kills=asked.kills, files=asked.files, seed=asked.seed)
            wrong += len(kills.wrong)
            sys.stdout.write("\n".join(kills.describe()) + "\n")
        if asked.merges:
            Path(scratch, "merges").mkdir()
            merges = kill_merges(Path(scratch, "merges"), merges=asked.merges, files=asked.files, seed=asked.seed)
            wrong += len(merges.wrong)
            sys.stdout.write("\n".join(merges.describe()) + "\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
