"""detect-secrets without the library that it verifies found secrets with, which we never do: three quarters of the time
that its import takes, in each process that reads a file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any, Final

_NAME: Final = "requests"


@contextmanager
def without_requests() -> Iterator[None]:
    """What is imported in here gets a stand-in for `requests`, which imports it when something of it is used."""
    if _NAME in sys.modules:
        yield
        return
    stand_in = ModuleType(_NAME)
    stand_in.__getattr__ = _of_the_library  # type: ignore[method-assign]
    sys.modules[_NAME] = stand_in
    try:
        yield
    finally:
        if sys.modules.get(_NAME) is stand_in:
            del sys.modules[_NAME]


def _of_the_library(name: str) -> Any:
    if name.startswith("__"):  # what the import itself asks for
        raise AttributeError(name)
    return getattr(import_module(_NAME), name)
