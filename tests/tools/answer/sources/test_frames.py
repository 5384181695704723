"""A pasted stack trace is answered with the corpus' own line that failed, and when it does."""

from __future__ import annotations

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.sources.frames import frame_drafts
from citeline.tools.question.read import read

from ..trees import indexed, place_of

FILES = {
    "src/shop/cart.py": (
        "class Cart:\n    def add(self, item):\n        self.items.append(item)\n\n"
        '    def pay(self):\n        if not self.items:\n            raise Empty("nothing to pay")\n'
        "        # charges the card\n        return charge(self.items)\n"
    ),
    "src/shop/main.py": "from shop.cart import Cart\n\n\ndef main():\n    Cart().pay()\n",
    "other/main.py": "def other():\n    return 1\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("shop"), FILES)


def _told(shop: Index, text: str) -> list[tuple[str, str, str]]:
    drafts = frame_drafts(shop, read(text).frames)
    return [(one.fact["relation"], one.fact["object"], place_of(shop, one)) for one in drafts]


def test_the_line_that_raises_comes_before_the_call_that_led_there_and_libraries_are_passed_over(shop: Index) -> None:
    trace = (
        'Traceback (most recent call last):\n  File "/opt/lib/shop/main.py", line 5, in main\n'
        '  File "/opt/lib/shop/cart.py", line 7, in pay\n  File "/usr/lib/typing.py", line 2, in check\nEmpty: x'
    )
    assert _told(shop, trace) == [
        ("raises", "Empty", "src/shop/cart.py:6-7"),
        ("code", "Cart().pay()", "src/shop/main.py:4-5"),
    ]


def test_a_function_that_has_moved_since_is_shown_where_it_is_now(shop: Index) -> None:
    trace = 'Traceback (most recent call last):\n  File "shop/cart.py", line 900, in pay\nEmpty: x'
    assert [place for *_, place in _told(shop, trace)] == ["src/shop/cart.py:5-8"]


@pytest.mark.parametrize(
    "place",
    [
        'File "/home/main.py", line 1, in start',
        'File "/x/shop/cart.py", line 8, in refund',
        "at run (/x/lib.js:3:1)",
    ],
    ids=["another file of that name", "a comment", "a file that is not here"],
)
def test_a_place_that_is_not_of_the_corpus_is_not_taken_for_one(shop: Index, place: str) -> None:
    assert _told(shop, place) == []
