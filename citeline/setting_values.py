"""The values that a setting may have, and how a text from the environment or a file becomes one.

Our own and not pydantic's, which takes 60 ms to import: a fourth of a command that finds nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

from .dataclass import dataclass

_YES_OR_NO: Final[Mapping[object, bool]] = {
    **dict.fromkeys(("1", "true", "t", "yes", "y", "on", 1), True),
    **dict.fromkeys(("0", "false", "f", "no", "n", "off", 0), False),
}


class SecretStr:
    """A text that nothing shows that prints it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def get_secret_value(self) -> str:
        """The text."""
        return self._text

    def __str__(self) -> str:
        return "*" * 10 if self._text else ""

    def __repr__(self) -> str:
        return f"SecretStr({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SecretStr) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)


@dataclass(frozen=True)
class Setting:
    """One row of the table of settings."""

    description: str
    default: Any = None
    default_factory: Callable[[], Any] | None = None
    """Makes the default where it depends on the machine."""
    least: float | None = None
    above: float | None = None
    most: float | None = None
    """Bounds of a number."""
    annotation: Any = None
    """Its type."""

    def get_default(self) -> Any:
        """The value where nothing is set."""
        return self.default_factory() if self.default_factory else self.default


def value_of(setting: Setting, given: object) -> Any:
    """What was given, as the type of the setting. Raises ValueError, which does not name what was given."""
    value = _read(setting.annotation, given)
    if setting.least is not None and not value >= setting.least:
        raise ValueError(f"must be {setting.least:g} or more")
    if setting.above is not None and not value > setting.above:
        raise ValueError(f"must be more than {setting.above:g}")
    if setting.most is not None and not value <= setting.most:
        raise ValueError(f"must be {setting.most:g} or less")
    return value


def plain(value: object) -> Any:
    """A value as JSON has it; secrets are masked."""
    if isinstance(value, SecretStr | Path):
        return str(value)
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _read(kind: Any, given: object) -> Any:
    origin = get_origin(kind)
    if origin is Literal:
        if given not in get_args(kind):
            raise ValueError(f"must be one of {', '.join(map(repr, get_args(kind)))}")
        return given
    if origin is dict:
        return _read_table(get_args(kind)[1], given)
    if origin is tuple:
        kinds = get_args(kind)
        if not isinstance(given, list | tuple) or len(given) != len(kinds):
            raise ValueError(f"must be a list of {len(kinds)} numbers")
        return tuple(_read(one, item) for one, item in zip(kinds, given, strict=True))
    return _READERS[kind](given)


def _read_table(kind: Any, given: object) -> dict[str, Any]:
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise ValueError("must be a table of names and values")
    found: dict[str, Any] = {}
    for name, value in given.items():
        try:
            found[name] = _read(kind, value)
        except ValueError as error:
            raise ValueError(f"{name} {error}") from None
    return found


def _read_text(given: object) -> str:
    if not isinstance(given, str):
        raise ValueError("must be a text")
    return given


def _read_secret(given: object) -> SecretStr:
    if isinstance(given, SecretStr):
        return given
    read = getattr(given, "get_secret_value", None)  # pydantic has such a type too
    return SecretStr(_read_text(read() if read else given))


def _read_path(given: object) -> Path:
    if not isinstance(given, str | Path):
        raise ValueError("must be a path")
    return Path(given)


def _read_flag(given: object) -> bool:
    plain = given.strip().lower() if isinstance(given, str) else given
    found = _YES_OR_NO.get(plain) if isinstance(plain, str | int | float) else None
    if found is None:
        raise ValueError("must be true or false")
    return found


def _read_whole(given: object) -> int:
    number = _read_number(given)
    if not number.is_integer():
        raise ValueError("must be a whole number")
    # Not by way of a float where the digits are there: it has fewer.
    return int(given) if isinstance(given, str) and given.strip().lstrip("+-").isdigit() else int(number)


def _read_number(given: object) -> float:
    try:
        if isinstance(given, str | int | float):
            return float(given)
    except (ValueError, OverflowError):
        pass
    raise ValueError("must be a number")


_READERS: Final[Mapping[Any, Callable[[object], Any]]] = {
    str: _read_text,
    SecretStr: _read_secret,
    Path: _read_path,
    bool: _read_flag,
    int: _read_whole,
    float: _read_number,
}
