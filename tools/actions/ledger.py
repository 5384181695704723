"""Which actions were begun, kept outside of the state: an old checkpoint knows nothing of what came after it."""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.state import ActionCall

from .outcome import ActionError

Status: TypeAlias = Literal["done", "failed"]

_DIGITS: Final = 16
_CUT_OFF: Final = "it was begun before and cut off: look whether it was done, then ask for it again"


def digest_of(call: ActionCall) -> str:
    """Of what a person is shown of an action, and of the proposal it belongs to: another one has another digest."""
    shown = [call.get("id", ""), call["name"], call["arguments"], call.get("sources"), call.get("choices")]
    return sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:_DIGITS]


@dataclass(frozen=True, slots=True)
class Ledger:
    """A file for each action that was begun; whoever makes it may go on, and nobody after."""

    folder: Path

    def begin(self, digest: str) -> tuple[Status, str] | None:
        """None for an action that was never begun, and now is; else what came of it and what was told.

        Raises ActionError where it cannot be noted: then it must not be done either.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                self._entry(digest).touch(exist_ok=False)
            except FileExistsError:
                return self._earlier(digest)
        except OSError as error:
            raise ActionError(f"not done: {str(self.folder)!r}, where it would be noted: {error.strerror}") from error
        return None

    def end(self, digest: str, status: Status, told: str) -> None:
        """Note what came of an action."""
        with suppress(OSError):  # it stays begun, and is not done again
            self._entry(digest).write_text(json.dumps([status, told]), encoding="ascii")

    def forget(self, digest: str) -> None:
        """An action has not begun after all: it waits for a person itself, and is run anew with the reply."""
        with suppress(OSError):  # it stays begun: the reply finds it cut off, which is told
            self._entry(digest).unlink(missing_ok=True)

    def _entry(self, digest: str) -> Path:
        return self.folder / digest

    def _earlier(self, digest: str) -> tuple[Status, str]:
        try:
            status, told = json.loads(self._entry(digest).read_text(encoding="ascii"))
        except (OSError, ValueError, TypeError):
            return "failed", _CUT_OFF
        return status, told
