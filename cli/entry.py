"""The console script, thin: Ctrl-C while the program is still being imported ends it as quietly as later."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from types import ModuleType
from typing import NoReturn

from .exit_codes import INTERRUPTED


def main() -> None:
    """Import the program and run it."""
    # Pydantic looks through every installed package for plugins: a twentieth of what a search costs, and we use none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # A tenth of what a short command takes: nothing of what is imported is ever garbage. `main` turns it on again.
    gc.disable()
    # Its algebra is small, and beside the threads of the library no builder could be forked.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # An eighth of what NumPy's import takes: texts of `help` for its functions in C.
    for name in ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars"):
        sys.modules[name] = ModuleType(name)
    try:
        from .main import main as run  # inside, so that an interrupt during the import is caught here

        run()
    except KeyboardInterrupt:
        os.write(2, b"interrupted\n")
        raise SystemExit(INTERRUPTED) from None


def command() -> NoReturn:
    """Run the program and end the process, without taking apart what has been loaded: a twentieth of a search, and of
    `--help` an eighth. Threads end first, and whoever wanted to hear of the end does.
    """
    try:
        main()
        code: object = 0
    except SystemExit as end:
        code = end.code or 0
    if not isinstance(code, int):
        raise SystemExit(code)
    import threading

    try:
        # As `multiprocessing` ends its processes.
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError:
        raise SystemExit(code) from None  # Python says what it could not write
    os._exit(code)


if __name__ == "__main__":
    main()
