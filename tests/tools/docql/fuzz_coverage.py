"""Queries that coverage leads to: like `fuzz_index`, by atheris, which is no dependency of the project.

`python -m tests.tools.docql.fuzz_coverage 120` takes so many seconds; `pip install atheris` first.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
import time
from pathlib import Path

_MOST_S = 1.0
_LONGEST = 400


def main(seconds: str = "60") -> None:
    """Runs until the time is over, or a query raises what it should not, or takes a second."""
    atheris = importlib.import_module("atheris")
    # Imported here: what was imported before is not looked into.
    with atheris.instrument_imports(include=["citeline.tools.docql"]):
        from citeline.tools.docql.language.catalog import CONTEXTS, FUNCTIONS

        from .fuzz_index import asking, small_index
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "corpus").mkdir()
        examples = [*(context.example for context in CONTEXTS), *(function.example for function in FUNCTIONS)]
        for number, example in enumerate(examples):
            # The first byte says how the rest is to be read as text.
            (folder / "corpus" / str(number)).write_bytes(b"\x01" + example[1:].encode())
        with small_index(folder) as handle:
            ask = asking(handle)

            def run(data: bytes) -> None:
                query = "$" + atheris.FuzzedDataProvider(data).ConsumeUnicode(_LONGEST)
                started = time.perf_counter()
                ask(query)
                if (taken := time.perf_counter() - started) > _MOST_S:
                    raise AssertionError(f"{taken:.1f} s for {query!r}")

            options = [f"-max_total_time={seconds}", f"-max_len={_LONGEST}", str(folder / "corpus")]
            atheris.Setup([sys.argv[0], *options], run)
            atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:2])
