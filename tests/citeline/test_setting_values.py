"""A value of a setting is read alike from a variable, a file and an argument, or refused in words that hide it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.setting_values import SecretStr, Setting, plain, value_of
from citeline.settings import Settings


def setting(kind: Any, bounds: Mapping[str, float] = MappingProxyType({})) -> Setting:
    least, above, most = (bounds.get(name) for name in ("least", "above", "most"))
    return Setting("", None, None, least, above, most, kind)


@pytest.mark.parametrize(
    ("kind", "given", "value"),
    [
        (int, "20", 20),
        (int, " 20 ", 20),
        (int, 20.0, 20),
        (int, "9007199254740993", 9007199254740993),
        (float, "1e3", 1000.0),
        (float, 5, 5.0),
        (bool, "Yes", True),
        (bool, "off", False),
        (bool, 0, False),
        (Path, "a/b", Path("a/b")),
        (Literal["mask", "keep"], "keep", "keep"),
        (dict[str, tuple[float, float]], {"small": ["0.1", 2]}, {"small": (0.1, 2.0)}),
        (SecretStr, "key", SecretStr("key")),
        (SecretStr, pydantic.SecretStr("key"), SecretStr("key")),
    ],
)
def test_a_value_becomes_what_the_setting_holds(kind: Any, given: object, value: object) -> None:
    found = value_of(setting(kind), given)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        (int, "twenty"),
        (int, 1.5),
        (int, "1.5"),
        (int, "inf"),
        (int, None),
        (float, "much"),
        (float, []),
        (bool, "perhaps"),
        (bool, 2),
        (bool, []),
        (str, 3),
        (Path, 3),
        (SecretStr, 3),
        (Literal["mask", "keep"], "hide"),
        (dict[str, SecretStr], "shop"),
        (dict[str, tuple[float, float]], {"small": 3}),
        (dict[str, tuple[float, float]], {"small": [1]}),
    ],
)
def test_a_value_that_cannot_be_is_refused_and_not_shown(kind: Any, given: object) -> None:
    with pytest.raises(ValueError, match="must be") as caught:
        value_of(setting(kind), given)
    assert "twenty" not in str(caught.value) and "hide" not in str(caught.value)


@pytest.mark.parametrize(("bounds", "wrong"), [({"least": 1}, 0), ({"above": 0}, 0), ({"most": 10}, 11)])
def test_bounds_hold(bounds: dict[str, float], wrong: int) -> None:
    assert value_of(setting(int, bounds), 5) == 5
    with pytest.raises(ValueError, match="must be"):
        value_of(setting(int, bounds), wrong)


@given(st.text(min_size=1))
def test_a_secret_is_shown_by_nothing_that_prints_it(text: str) -> None:
    secret = SecretStr(text)
    shown = "**********"
    assert str(secret) == f"{secret}" == plain(secret) == shown and repr(secret) == f"SecretStr('{shown}')"
    assert secret.get_secret_value() == text


def test_settings_are_equal_by_their_values_and_never_change(home: Path) -> None:
    settings = Settings(top_k=7)
    assert settings == Settings(top_k=7) != Settings(top_k=8)
    assert settings.model_copy(update={"top_k": 8}) == Settings(top_k=8)
    with pytest.raises(AttributeError, match="model_copy"):
        settings.top_k = 9
    assert "top_k=7" in repr(settings) and settings.model_dump()["model_key"] == ""
