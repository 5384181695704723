"""Every error that Citeline raises on purpose.

    CitelineError                 exit code 1
    ├── UsageError                2   the caller asked for something impossible
    │   ├── SettingsError             a setting has a value that it cannot take
    │   │   └── SettingsFileError         the file of a person's own settings says so, or cannot be read
    │   ├── SourceNotFoundError       the path does not exist or is not a directory
    │   ├── ProjectFileError          `citeline.toml` says something impossible
    │   ├── OutsideSourceError        `citeline.toml` names folders elsewhere that nobody has allowed
    │   └── UnsafeRootError           `/` or the home folder, without --force
    ├── IndexAccessError               1
    │   ├── IndexMissingError         nothing has been built yet
    │   │   └── IndexUnfitError       it was built with another value of `secrets`, or another model
    │   ├── IndexDamagedError         the manifest and the files disagree
    │   ├── IndexTooNewError          written by a newer Citeline
    │   ├── IndexBusyError            another writer holds the lock
    │   ├── StorageError              disk full, read-only, no permission
    │   ├── VectorServerError         the Qdrant server cannot be reached, or refuses
    │   └── BuildFailedError          the builder process died, or its workers keep dying
    ├── WatchError                1   the system does not tell what changes in a folder
    ├── EmbeddingError            1   the embedding model cannot be loaded or answers nonsense
    └── RetrieverError            1   a retriever of somebody else's failed; the other channels go on

A message says what happened and with which value; `remedy` says what to do next. "Nothing found" is not an
error: it is an answer with status `not_found`.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar


class CitelineError(RuntimeError):
    """Base of the tree; `exit_code` is what the terminal command returns.

    A RuntimeError, for a LangGraph server tells its clients what errors of Python's own kinds say, and of no other.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


class UsageError(CitelineError):
    """The request itself cannot be carried out."""

    exit_code = 2


class SettingsError(UsageError):
    """A setting, from the environment or from the caller, cannot be what it is said to be."""

    def __init__(self, problems: Sequence[tuple[str, str]]) -> None:
        told = "; ".join(f"CITELINE_{name.upper()}: {why}" for name, why in problems)
        super().__init__(
            f"wrong setting: {told}",
            remedy="correct or unset it; without it `citeline config` shows the default",
        )


class SettingsFileError(SettingsError):
    """The file of a person's own settings cannot be read, or a line of it cannot be."""

    def __init__(self, file: Path, problems: Sequence[str]) -> None:
        UsageError.__init__(
            self,
            f"wrong settings file {str(file)!r}: {'; '.join(problems)}",
            remedy="correct it; with `CITELINE_CONFIG` set to nothing it is not read, and `citeline config` lists what "
            "there is",
        )


class SourceNotFoundError(UsageError):
    """There is no directory to index at the path."""

    def __init__(self, path: Path, *, why: str = "does not exist", is_file: bool = False) -> None:
        # Whoever reads this may be at a terminal, on a page or a model with tools: a command would fit only one.
        folder = (
            f"the folder that it lies in: {str(path.parent)!r}" if is_file else "the path of a folder that is there"
        )
        super().__init__(f"{str(path)!r} {'is a file, not a folder' if is_file else why}", remedy=f"give {folder}")


class UnsafeRootError(UsageError):
    """The path is so wide that indexing it is almost surely a slip."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"refusing to index {str(path)!r}: it is a whole disk or home folder",
            remedy="name a project folder, or pass --force if you mean it",
        )


class ProjectFileError(UsageError):
    """`citeline.toml` cannot be read, or says what it may not say."""

    def __init__(self, why: str) -> None:
        super().__init__(f"citeline.toml: {why}", remedy="correct the file; what was indexed before is untouched")


class OutsideSourceError(UsageError):
    """`citeline.toml` names folders outside the one that is indexed, or databases; its author may be a stranger."""

    def __init__(self, root: Path, folders: Mapping[str, str]) -> None:
        told = ", ".join(f"{folder!r} as `{name}`" for name, folder in folders.items())
        super().__init__(
            f"citeline.toml wants to read what lies outside {str(root)!r}: {told}",
            remedy=f"if you trust it, run `citeline index {shlex.quote(str(root))} --allow-outside` once",
        )


class IndexAccessError(CitelineError):
    """An index cannot be opened or written."""


class IndexMissingError(IndexAccessError):
    """No generation has been published for this source."""

    def __init__(self, root: Path) -> None:
        super().__init__(f"{str(root)!r} has no index yet", remedy=f"run `citeline index {shlex.quote(str(root))}`")


class IndexUnfitError(IndexMissingError):
    """What was built is never used: it may hold what the settings want masked, or lack what they want kept, or its
    vectors come from another model, as after an upgrade.
    """

    def __init__(self, root: Path, *, made_with: str) -> None:
        super().__init__(root)
        self.args = (f"the index of {str(root)!r} was made with {made_with}",)


class IndexDamagedError(IndexAccessError):
    """A generation's files do not match its manifest."""

    def __init__(self, generation: Path, *, what: str) -> None:
        super().__init__(
            f"index generation {generation.name!r} is damaged: {what}",
            remedy="run `citeline index` to rebuild it",
        )


class IndexTooNewError(IndexAccessError):
    """The index was written by a Citeline with a newer format."""

    def __init__(self, found: int, supported: int) -> None:
        super().__init__(
            f"the index has format {found}, this Citeline reads up to {supported}",
            remedy="upgrade citeline, or run `citeline index --rebuild` to write it again in the older format",
        )


class IndexBusyError(IndexAccessError):
    """Another process is writing this index."""

    def __init__(self, holder: str) -> None:
        super().__init__(
            f"another process is writing this index: {holder}",
            remedy="wait for it, or end that process; searching goes on working meanwhile",
        )


class StorageError(IndexAccessError):
    """The state directory cannot be written or read."""

    def __init__(self, path: Path, *, why: str) -> None:
        super().__init__(
            f"cannot use {str(path)!r}: {why}",
            remedy="set CITELINE_HOME to a folder that you can write to, or free some space there",
        )


class VectorServerError(IndexAccessError):
    """The Qdrant server cannot be reached, or refuses."""

    def __init__(self, collection: str, *, why: str) -> None:
        super().__init__(
            f"the vector server failed on {collection!r}: {why}",
            remedy="check CITELINE_QDRANT_URL and CITELINE_QDRANT_API_KEY; without them the embedded store is used",
        )


class BuildFailedError(IndexAccessError):
    """The builder ended without a result; what was published before is untouched."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"building the index failed: {why}",
            remedy="run `citeline index` again; if it fails the same way, please report it with this message",
        )


class WatchError(CitelineError):
    """The system does not tell what changes in a folder."""

    def __init__(self, folder: Path, *, why: str) -> None:
        super().__init__(
            f"cannot watch {str(folder)!r}: {why}",
            remedy="WATCHFILES_FORCE_POLLING=1 looks instead; on Linux fs.inotify.max_user_watches limits the folders",
        )


class EmbeddingError(CitelineError):
    """The embedding model cannot be loaded, or its vectors are unusable."""


class RetrieverError(CitelineError):
    """A retriever that was added as a channel raised something."""


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that was probably meant by one that is unknown; empty where none is like it."""
    from difflib import get_close_matches  # most names are right, and it compiles patterns

    return "".join(get_close_matches(name, known, 1))
