"""Where the index of a tree lives, and which trees may be indexed at all."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from citeline.dataclass import dataclass
from citeline.errors import SourceNotFoundError, UnsafeRootError


@dataclass(frozen=True, slots=True)
class Location:
    """The state directory of one index; nothing in it need exist yet.

    current          one line: the id of the published generation
    generations/<id> one complete version each; without a manifest it is unfinished
    checked.json     the files whose content was last found to be as their manifest says
    writer.lock      held while somebody writes
    writer.json      who that is
    writer.wanted    there while somebody waits for a writer that gives way
    merge.failed     of when the last merge in the background is, if that failed
    """

    directory: Path

    @property
    def current(self) -> Path:
        """The file that names the published generation."""
        return self.directory / "current"

    @property
    def generations(self) -> Path:
        """The folder of all generations, finished or not."""
        return self.directory / "generations"

    @property
    def checked(self) -> Path:
        """What `soundness` notes."""
        return self.directory / "checked.json"

    @property
    def lock_file(self) -> Path:
        """Locked by the writer; always empty."""
        return self.directory / "writer.lock"

    @property
    def holder_file(self) -> Path:
        """Who holds the lock. Beside it, because a locked file cannot be read on Windows."""
        return self.directory / "writer.json"

    @property
    def wanted(self) -> Path:
        """Asks a writer that gives way to end."""
        return self.directory / "writer.wanted"

    @property
    def merge_failed(self) -> Path:
        """Its time is that of the last merge in the background, when that has failed."""
        return self.directory / "merge.failed"

    @property
    def merge_lock(self) -> Path:
        """Held by the one process that merges in the background; of all indexes of a home."""
        return self.directory.parent / "merge.lock"


def locate(root: Path, home: Path) -> Location:
    """The state directory for a resolved root: readable name plus 8 hex digits of the whole path."""
    digest = hashlib.sha256(os.fsencode(root)).hexdigest()[:8]
    name = re.sub(r"[^\w.-]+", "_", root.name).strip("._")[:60] or "root"
    return Location(expanded_home(home) / f"{name}-{digest}")


def keep_out_of_sources(directory: Path) -> None:
    """Mark a state directory as nothing to index or to commit: it may lie in the tree that is indexed.

    Raises OSError when it cannot be written.
    """
    ignored = directory / ".gitignore"
    if not ignored.exists():
        ignored.write_text("*\n", "utf-8")


def expanded_home(home: Path) -> Path:
    """The state directory of all indexes, absolute. Raises SettingsError for a `~user` that nobody is."""
    try:
        return home.expanduser().absolute()
    except RuntimeError as error:
        from citeline.settings import wrong_setting  # a builder, which is handed its settings, starts without them

        raise wrong_setting("home", f"{str(home)!r}: {error}") from error


def settled(path: Path) -> Path:
    """The absolute path of a folder that may be gone by now, symlinks resolved.

    Raises SourceNotFoundError for what no path can be: a `~user` that nobody is, a loop of links, a NUL.
    """
    try:
        return path.expanduser().resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise SourceNotFoundError(path, why=f"cannot be opened: {error}") from error


def resolve_root(path: Path, *, force: bool = False) -> Path:
    """The absolute path of a folder that may be indexed, symlinks resolved.

    Raises SourceNotFoundError when it is missing, not a folder or closed to us, and UnsafeRootError for a whole disk,
    the home folder or a folder around it, unless `force`.
    """
    try:
        root = path.expanduser().resolve(strict=True)
        with os.scandir(root):
            pass
    except FileNotFoundError:
        raise SourceNotFoundError(path) from None
    except NotADirectoryError:
        raise SourceNotFoundError(path, is_file=True) from None
    except (OSError, RuntimeError, ValueError) as error:  # symlink loops, no permission, NUL in the name
        raise SourceNotFoundError(path, why=f"cannot be opened: {error}") from error
    home = Path.home().resolve()
    if not force and (root == home or root in home.parents or root == Path(root.anchor)):
        raise UnsafeRootError(root)
    return root
