"""The data files of the languages: `languages/*.toml`, for people to edit."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from citeline.data_files import shipped_text
from citeline.remembering import remembered

_HEAD: Final = re.compile(r"^(?=\[(\w+))", re.MULTILINE)


class _Tables(Mapping[str, Any]):
    """Tables by name, each parsed when it is first asked for: of the six files a question asks for a few."""

    def __init__(self, text: str) -> None:
        self._texts: dict[str, str] = {}
        _, *parts = _HEAD.split(text)
        for name, part in zip(parts[::2], parts[1::2], strict=True):
            self._texts[name] = self._texts.get(name, "") + part

    @remembered
    def __getitem__(self, name: str) -> Any:
        return tomllib.loads(self._texts[name])[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


@cache
def table_of(language: str) -> Mapping[str, Any]:
    """All tables of a language by name."""
    return _Tables(shipped_text("citeline.tools.question", f"languages/{language}.toml"))
