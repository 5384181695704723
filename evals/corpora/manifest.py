"""Which corpora a dataset asks about: source distributions of public packages, pinned by version and hash."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter, ValidationError

from citeline.errors import UsageError

_TOLD: Final = 5
_STEP: Final = r"[A-Za-z0-9_][A-Za-z0-9._-]*"


class Corpus(BaseModel):
    """A source distribution, or one folder of it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    package: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$")]
    """Its name on the package index."""
    version: Annotated[str, StringConstraints(pattern=r"^[0-9][A-Za-z0-9.!+_-]*$")]
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    """Of the archive."""
    folder: Annotated[str, StringConstraints(pattern=rf"^({_STEP}(/{_STEP})*)?$")] = ""
    """What of it is asked about, POSIX; empty: all."""

    @property
    def place(self) -> str:
        """Name of the folder that the archive is unpacked into: another archive has another."""
        return f"{self.package}-{self.version}-{self.sha256[:12]}"


def read_manifest(path: Path) -> dict[str, Corpus]:
    """By name, the corpora of a TOML file. Raises UsageError, which tells what is wrong with which of them."""
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
        return TypeAdapter(dict[str, Corpus]).validate_python(tables)
    except OSError as error:
        why = error.strerror or str(error)
    except ValidationError as error:
        why = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:_TOLD])
    except ValueError as error:
        why = str(error)
    raise UsageError(
        f"{str(path)!r} names no corpora: {why}",
        remedy="name a TOML file with a table for each corpus: package, version, sha256 and perhaps folder",
    )
