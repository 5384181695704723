"""Programs that a person names in a setting."""

from __future__ import annotations

import shlex

from citeline.errors import UsageError


def words_of(command: str, setting: str) -> list[str]:
    """The words of a command line, as a shell parts them. Raises UsageError, which names the setting."""
    try:
        return shlex.split(command)
    except ValueError as error:
        variable = f"CITELINE_{setting.upper()}"
        raise UsageError(
            f"{variable}: {command!r} is no command: {error}",
            remedy=f"correct {variable}, `{setting}` of your settings file, or {setting.upper()}, whichever is set",
        ) from None
