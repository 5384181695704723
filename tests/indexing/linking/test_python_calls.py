"""Calls in Python whose target another name stands for, and guesses at objects of an unknown type."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_SHAPES = (
    "class Shape:\n    def draw_it(self):\n        pass\n"
    "class Other:\n    def draw_it(self):\n        pass\n"
    "def b(text):\n    pass\ndef draw():\n    pass\n"
)

CALLS: Mapping[str, tuple[str, set[str]]] = {
    "a function of one letter": ("from shapes import b\ndef go(c):\n    b(c(1))\n", {"shapes.py:b"}),
    "the type around, in a method of the type": (
        "class Box:\n    @classmethod\n    def go(cls):\n        return cls()\n",
        {"b.py:Box"},
    ),
    "not what else is called cls": (
        "class Box:\n    def go(self):\n        cls = self.kinds[0]\n        return cls()\n",
        set(),
    ),
    "a weak reference": (
        "import weakref\nfrom shapes import Shape\nclass Box:\n    def __init__(self, one: Shape):\n"
        "        self.one = weakref.proxy(one)\n    def go(self):\n        self.one.draw_it()\n",
        {"shapes.py:Shape.draw_it"},
    ),
    "what is sorted": (
        "from shapes import Shape\ndef go(every: list[Shape]):\n"
        "    for one in sorted(every, key=len):\n        one.draw_it()\n",
        {"shapes.py:Shape.draw_it"},
    ),
    "an element that a list gives": (
        "from shapes import Shape\ndef go(every: list[Shape]):\n    one = every.pop()\n    one.draw_it()\n",
        {"shapes.py:Shape.draw_it"},
    ),
    "a lambda with a name": ("melt = lambda x: x\ndef go():\n    melt(1)\n", {"b.py:melt"}),
    "one of two names of a new object": (
        "from shapes import Shape\nfirst = second = Shape()\ndef go():\n    second.draw_it()\n",
        {"shapes.py:Shape.draw_it"},
    ),
    "a type in a field": (
        "from shapes import Shape\nclass Box:\n    def __init__(self, kind: type[Shape] = Shape):\n"
        "        self.kind = kind\n    def go(self):\n        self.kind()\n",
        {"shapes.py:Shape"},
    ),
    "another name of a method": (
        "class Box:\n    def melt_it(self):\n        pass\n    soften = melt_it\n"
        "    def go(self):\n        self.soften()\n",
        {"b.py:Box.melt_it"},
    ),
    "a base under another name": (
        "from shapes import Shape\nForm = Shape\nclass Box(Form):\n    def go(self):\n        self.draw_it()\n",
        {"shapes.py:Shape.draw_it"},
    ),
    "a class under another name": (
        "from shapes import Shape\nForm = Shape\ndef go():\n    Form()\n",
        {"shapes.py:Shape"},
    ),
    "one of all names of a file": ("from shapes import *\ndef go():\n    draw()\n", {"shapes.py:draw"}),
    "not a name that nothing binds": ("import shapes\ndef go():\n    draw()\n", set()),
    "a value of what a type variable must be": (
        "from typing import TypeVar\nfrom shapes import Shape\nT = TypeVar('T', bound='Shape')\n"
        "def go(one: T) -> T:\n    one.draw_it()\n",
        {"shapes.py:Shape.draw_it"},
    ),
    "a function whose type is declared above it": (
        "from typing import Callable\ndef make():\n    now: Callable[[], int]\n    def now():\n        return 1\n"
        "    def go():\n        return now()\n    return go\n",
        {"b.py:make.now"},
    ),
    "another name in a class of what it inherits from elsewhere": (
        "import lib\nfrom shapes import Shape\nclass Box(lib.Base):\n    Base = Shape\n"
        "    def go(self):\n        self.Base()\n",
        {"shapes.py:Shape"},
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_under_another_name_is_certain(name: str, tmp_path: Path) -> None:
    text, expected = CALLS[name]
    with LinkedCorpus(tmp_path, {"shapes.py": _SHAPES, "b.py": text}) as corpus:
        found = corpus.weighed_calls("go")
    assert found == {(one, 1.0) for one in expected}


HELD: Mapping[str, tuple[str, set[str]]] = {
    "one of two": (
        "from shapes import Shape, Other\ndef go(is_round):\n    kind = Shape if is_round else Other\n    kind()\n",
        {"shapes.py:Shape", "shapes.py:Other"},
    ),
    "a method, or what is bound in a branch": (
        "class Box:\n    def melt_it(self):\n        pass\n    def go(self, retry):\n        melt = self.melt_it\n"
        "        if retry:\n            melt = retry(melt)\n        melt()\n",
        {"b.py:Box.melt_it"},
    ),
    "a parameter with a default": ("from shapes import Shape\ndef go(kind=Shape):\n    kind()\n", {"shapes.py:Shape"}),
    "a parameter called like its default": (
        "from shapes import draw\ndef go(draw=draw):\n    draw()\n",
        {"shapes.py:draw"},
    ),
    "a default that a field holds": (
        "from shapes import Shape\nclass Box:\n    def __init__(self, kind=Shape):\n        self.kind = kind\n"
        "    def go(self):\n        self.kind()\n",
        {"shapes.py:Shape"},
    ),
    "an attribute called like its class": (
        "class Shape:\n    def soften(self):\n        pass\n"
        "class Box:\n    def go(self):\n        self.shape.soften()\n",
        {"b.py:Shape.soften"},
    ),
    "not what all types have": (
        "class Box:\n    def __enter__(self):\n        pass\ndef go(one):\n    one.__enter__()\n",
        set(),
    ),
    "not what sets have": (
        "class Box:\n    def discard(self):\n        pass\ndef go(one):\n    one.discard(1)\n",
        set(),
    ),
}


@pytest.mark.parametrize("name", HELD)
def test_a_call_of_what_may_be_another_is_not_certain(name: str, tmp_path: Path) -> None:
    text, expected = HELD[name]
    with LinkedCorpus(tmp_path, {"shapes.py": _SHAPES, "b.py": text}) as corpus:
        found = corpus.weighed_calls("go")
    assert found == {(one, 0.5) for one in expected}


def test_a_base_that_nothing_binds_is_no_class_of_another_file(tmp_path: Path) -> None:
    """`class Lost(ConnectionError)` was told to inherit from a class of ours that is called like the built-in one."""
    files = {
        "errors.py": "class ConnectionError(Exception):\n    pass\n",
        "net.py": "import errors\nclass Lost(ConnectionError):\n    pass\n",
        "own.py": "from errors import *\nclass Gone(ConnectionError):\n    pass\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("inherits") == {"own.py:Gone inherits errors.py:ConnectionError"}


def test_a_base_under_another_name_of_another_file_is_told_where_a_class_has_that_name_too(tmp_path: Path) -> None:
    files = {
        "base.py": "class Shape:\n    pass\n",
        "compat.py": "from base import Shape\nForm = Shape\n",
        "other.py": "class Form:\n    pass\n",
        "user.py": "from compat import Form\nclass Box(Form):\n    pass\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("inherits") == {"user.py:Box inherits base.py:Shape"}


_LOADERS = "class FileLoader:\n    def load(self):\n        pass\n    def append(self, x):\n        pass\n"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("loader.load()", {"b.py:go calls b.py:FileLoader.load"}),
        ("self._loader.load()", {"b.py:go calls b.py:FileLoader.load"}),
        ("names.append(1)", set()),
    ],
)
def test_a_method_that_lists_have_too_is_guessed_only_where_the_receiver_is_called_like_its_type(
    call: str, expected: set[str], tmp_path: Path
) -> None:
    text = f"{_LOADERS}class DirLoader(FileLoader):\n    pass\ndef go(self, loader, names):\n    {call}\n"
    with LinkedCorpus(tmp_path, {"b.py": text}) as corpus:
        assert corpus.edges("calls") == expected
        assert all(weight < 1 for weight in corpus.weights("calls"))


def test_what_another_file_may_hold_is_not_told_for_certain(tmp_path: Path) -> None:
    """`Form` may be the one of a library that is not here."""
    files = {
        "b.py": "import lib\n\n\nclass Shape:\n    pass\n\n\nForm = lib.Form if lib.x else Shape\n",
        "c.py": "from b import Form\n\n\nclass Box(Form):\n    pass\n\n\ndef go():\n    Form()\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert all(weight < 1 for kind in ("calls", "inherits") for weight in corpus.weights(kind))
