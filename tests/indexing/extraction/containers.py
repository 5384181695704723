"""ZIP containers of tests."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """A container of these parts."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return stream.getvalue()


def with_parts(data: bytes, parts: Mapping[str, bytes]) -> bytes:
    """The container with parts added, or put in the place of others."""
    with zipfile.ZipFile(BytesIO(data)) as old:
        return zipped({**{name: old.read(name) for name in old.namelist()}, **parts})
