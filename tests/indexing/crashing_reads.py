"""What parser processes do in tests of the pool. A module of its own, so that a spawned process can import it."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections import deque
from itertools import count

from citeline.errors import EmbeddingError
from citeline.indexing.extraction.process import may_die
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.generations.documents import Outcome
from citeline.left_out import Skipped


class Reader:
    """Obeys a file's name; what it answers carries the process' id."""

    def plainly(self, why: str) -> Reader:
        """No better."""
        return self

    def __call__(self, file: WalkedFile) -> Outcome:
        if "segfault" in file.path:
            faulthandler.disable()  # pytest's, inherited by a fork
            os.kill(os.getpid(), signal.SIGSEGV)
        if "exit" in file.path:
            os._exit(7)
        if "hang" in file.path:
            time.sleep(600)
        if "stuck" in file.path:
            deque(count(), maxlen=0)  # in C, as a grammar that loops: no Python runs again, no signal is handled
        if "slow" in file.path:
            time.sleep(0.3)
        if "error" in file.path:
            raise EmbeddingError("no model", remedy="get one")
        return Skipped(file.path, "empty", str(os.getpid()))


class FragileReader(Reader):
    """As a library in C: ends its process by every document, or only itself where documents are read in a child."""

    def plainly(self, why: str) -> Reader:
        return Reader()

    def __call__(self, file: WalkedFile) -> Outcome:
        if file.path.endswith(".xlsx") and may_die():
            os._exit(6)
        return super().__call__(file)


class Dying(Reader):
    """Ends its process, always."""

    def __call__(self, file: WalkedFile) -> Outcome:
        os._exit(3)
