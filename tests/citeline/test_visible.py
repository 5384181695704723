"""Nothing that a terminal obeys and nothing that a person cannot see reaches a screen or a model as it is."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.visible import one_line, visible, visible_json

SMUGGLED = "".join(chr(0xE0000 + ord(letter)) for letter in "obey")
SPECIAL = st.sampled_from(
    [*map(chr, (*range(0xA0), 0xAD, 0x34F, 0x61C, 0x115F, 0x180E, 0x2800, 0x3164, 0xFEFF, 0xFFA0, 0x1D173, 0xDC80)),
     *map(chr, range(0x2000, 0x2070)), *map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0000, 0xE0200)),
     "\u200d", "\ufe0f", "\u20e3", "👩", "❤", "1"]
)  # fmt: skip
TEXTS = st.lists(SPECIAL | st.characters(exclude_categories=[])).map("".join)

VISIBLE_SIGNS = ("ARABIC", "SYRIAC ABBREVIATION", "KAITHI NUMBER", "EGYPTIAN HIEROGLYPH")
"""Format characters that are drawn: they stand around numbers and words."""


def is_hidden(character: str) -> bool:
    """By the tables of Python, which are not those that `visible` has."""
    hides = unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and character not in "\t\n"
    return hides and not unicodedata.name(character, "").startswith(VISIBLE_SIGNS)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb\x07", r"a\x1b[31mb\x07"),
        ("a\x9b31mb\x85c\x7f\r", r"a\x9b31mb\x85c\x7f\r"),
        ("user\u202enimda\u2066x\u061c", r"user\u202enimda\u2066x\u061c"),
        ("pass\u200bword\u2060\ufeff\u00ad\u180e", r"pass\u200bword\u2060\ufeff\xad\u180e"),
        (f"a{SMUGGLED}", r"a\U000e006f\U000e0062\U000e0065\U000e0079"),
        ("a\ufe00\U000e0101\u034f\u3164\u2800", r"a\ufe00\U000e0101\u034f\u3164\u2800"),
        ("a\u2028b\udc80", r"a\u2028b\udc80"),
        ("x\ufe0f y\u200dz \u200d👩", r"x\ufe0f y\u200dz \u200d👩"),
    ],
)
def test_what_is_hidden_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize("text", ["a\tb\n", "é 标题 café\u0301 ½ → “x”", "👩‍💻 ❤️ 👨‍👩‍👧 🏳️‍🌈 1️⃣ ✔️ ©️", "naïve\xa0x"])
def test_what_people_write_stays(text: str) -> None:
    assert visible(text) == text


def test_emoji_hide_no_more_than_one_sign_each() -> None:
    assert visible("❤\ufe0f\ufe0f") == "❤\ufe0f\\ufe0f"
    assert visible("👩\u200d\u200d👩") == "👩\\u200d\\u200d👩"


@given(TEXTS)
def test_nothing_hidden_is_left_and_showing_twice_is_showing_once(text: str) -> None:
    shown = visible(text)
    assert not [character for character in shown if is_hidden(character) and character != "\u200d"]
    assert visible(shown) == shown
    assert shown.count("\n") == text.count("\n")
    assert "\n" not in one_line(text) and "\t" not in one_line(text)


@given(TEXTS, st.sampled_from([None, 2]))
def test_json_gives_back_what_was_put_in_and_hides_nothing(text: str, indent: int | None) -> None:
    value = {"text": text, text: [text]}
    written = visible_json(value, indent=indent)
    assert json.loads(written) == json.loads(json.dumps(value))
    assert visible(written) == written
    assert written.encode("utf-8")
