"""What a name means that need not hold what it was first bound to: all that it may hold, or nothing for certain."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_SHAPES = (
    "class Shape:\n    def draw_it(self):\n        pass\nclass Other:\n    def draw_it(self):\n        pass\n"
    "def draw():\n    pass\n"
)
_BOX = "from shapes import Shape, Other, draw\nclass Box:\n"
_GO = "from a import Form\ndef go():\n    Form()\n"
_BOTH = {("shapes.py:Shape", 0.5), ("shapes.py:Other", 0.5)}

CALLS: Mapping[str, tuple[str, str, set[tuple[str, float]]]] = {
    "the last value of a file": (
        "from shapes import Shape, Other\nForm = Shape\nForm = Other\n",
        _GO,
        {("shapes.py:Other", 1.0)},
    ),
    "a value of each branch": (
        "from shapes import Shape, Other\nimport lib\nif lib.x:\n    Form = Shape\nelse:\n    Form = Other\n",
        _GO,
        _BOTH,
    ),
    "what a library makes of it": (
        "import lib\nfrom shapes import Shape\nForm = Shape\nForm = lib.wrap(Form)\n",
        _GO,
        set(),
    ),
    "a class that a library wraps": (
        "import lib\nclass Form:\n    pass\nForm = lib.wrap(Form)\n",
        _GO,
        {("a.py:Form", 0.5)},
    ),
    "an imported class that a library wraps": (
        "import lib\nfrom shapes import Shape as Form\nForm = lib.wrap(Form)\n",
        _GO,
        {("shapes.py:Shape", 0.5)},
    ),
    "a class that stands in for one of a library": (
        "try:\n    from lib import Form\nexcept ImportError:\n    class Form:\n        pass\n",
        _GO,
        {("a.py:Form", 0.5)},
    ),
    "not for an import of another function": (
        "class Form:\n    pass\ndef other():\n    from lib import Form\n    Form()\n",
        _GO,
        {("a.py:Form", 1.0)},
    ),
    "what a function binds for the file": (
        "",
        "from shapes import Shape, Other\nForm = Shape\ndef swap():\n    global Form\n    Form = Other\n"
        "def go():\n    Form()\n",
        _BOTH,
    ),
    "what a method binds again": (
        "",
        f"{_BOX}    def __init__(self):\n        self.kind = Shape\n    def swap(self):\n        self.kind = Other\n"
        "    def go(self):\n        self.kind()\n",
        _BOTH,
    ),
    "what a method binds to nobody knows what": (
        "",
        f"{_BOX}    def __init__(self):\n        self.kind = Shape\n"
        "    def swap(self, kind):\n        self.kind = kind\n"
        "    def go(self):\n        self.kind()\n",
        {("shapes.py:Shape", 0.5)},
    ),
    "what a method binds beside the class": (
        "",
        f"{_BOX}    kind = Shape\n    def swap(self):\n        self.kind = Other\n"
        "    def go(self):\n        self.kind()\n",
        _BOTH,
    ),
    "a value of a field that is bound again": (
        "",
        f"{_BOX}    def __init__(self):\n        self.one = Shape()\n    def swap(self, one):\n        self.one = one\n"
        "    def go(self):\n        self.one.draw_it()\n",
        {("shapes.py:Shape.draw_it", 0.5)},
    ),
    "a field that is made of itself": (
        "",
        "class Node:\n    def next(self) -> 'Node':\n        pass\n    def draw_it(self):\n        pass\n"
        "class Box:\n    def __init__(self):\n        self.node = Node()\n    def step(self):\n"
        "        self.node = self.node.next()\n    def go(self):\n        self.node.draw_it()\n",
        {("b.py:Node.draw_it", 1.0)},
    ),
    "a field that is None first": (
        "",
        f"{_BOX}    one = None\n    def start(self):\n        self.one = Shape()\n"
        "    def go(self):\n        self.one.draw_it()\n",
        {("shapes.py:Shape.draw_it", 1.0)},
    ),
    "a list that is empty first": (
        "",
        f"{_BOX}    def __init__(self, every: list[Shape]):\n        self.every = []\n"
        "        self.every = list(every)\n"
        "    def go(self):\n        for one in self.every:\n            one.draw_it()\n",
        {("shapes.py:Shape.draw_it", 1.0)},
    ),
    "what a property gives": (
        "",
        f"{_BOX}    @property\n    def kind(self):\n        return Shape\n    def go(self):\n        self.kind()\n",
        {("shapes.py:Shape", 1.0)},
    ),
    "not a property whose value nobody knows": (
        "",
        f"{_BOX}    @cached_property\n    def kind(self):\n        return self.x\n"
        "    def go(self):\n        self.kind()\n",
        set(),
    ),
    "an imported function under another name": (
        "",
        "from shapes import draw\nstart = draw\ndef go():\n    start()\n",
        {("shapes.py:draw", 1.0)},
    ),
    "one of all that a type variable may be": (
        "",
        "from typing import TypeVar\nfrom shapes import Shape, Other\nT = TypeVar('T', bound='Shape | Other')\n"
        "def go(one: T) -> T:\n    one.draw_it()\n",
        {("shapes.py:Shape.draw_it", 0.5), ("shapes.py:Other.draw_it", 0.5)},
    ),
    "one of those that a type variable names": (
        "",
        "from typing import TypeVar\nfrom shapes import Shape, Other\nT = TypeVar('T', Shape, Other)\n"
        "def go(one: T) -> T:\n    one.draw_it()\n",
        {("shapes.py:Shape.draw_it", 0.5), ("shapes.py:Other.draw_it", 0.5)},
    ),
    "one of a union": (
        "",
        "import typing as t\nfrom shapes import Shape, Other\n"
        "def go(one: t.Union['Shape', Other]):\n    one.draw_it()\n",
        {("shapes.py:Shape.draw_it", 0.5), ("shapes.py:Other.draw_it", 0.5)},
    ),
    "a method that gives its own type": (
        "",
        "import typing as t\nclass Shape:\n    def copy(self) -> t.Self:\n        return self\n"
        "    def draw_it(self):\n        pass\ndef go():\n    Shape().copy().draw_it()\n",
        {("b.py:Shape.copy", 1.0), ("b.py:Shape", 1.0), ("b.py:Shape.draw_it", 1.0)},
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_name_means_all_that_it_may_hold(name: str, tmp_path: Path) -> None:
    """The first value was told for certain, whatever the name held when it was called."""
    other, text, expected = CALLS[name]
    with LinkedCorpus(tmp_path, {"shapes.py": _SHAPES, "a.py": other, "b.py": text}) as corpus:
        assert corpus.weighed_calls("go") == expected


def test_a_file_calls_an_imported_function_under_another_name(tmp_path: Path) -> None:
    files = {"one.py": "def run():\n    pass\n", "b.py": "from one import run\nstart = run\nstart()\n"}
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"b.py calls one.py:run"}


def test_a_name_that_a_class_elsewhere_gives_a_function_is_not_called_by_that_name_alone(tmp_path: Path) -> None:
    """`run()` of a library was told to call the function that `run = melt` in a class of another file stands for."""
    files = {
        "one.py": "def melt():\n    run()\n",
        "two.py": "from one import melt\nclass Box:\n    run = melt\n    def go(self):\n        self.run()\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"two.py:Box.go calls one.py:melt"}


def test_a_variable_of_go_need_not_hold_the_function_that_it_is_made_with(tmp_path: Path) -> None:
    """`var ShowHelp = DefaultShowHelp` is there to be replaced by whoever imports it."""
    files = {"a.go": "package x\nvar Show = showAll\nfunc showAll() {}\nfunc Go() { Show() }\n"}
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.weighed_calls("Go") == {("a.go:showAll", 0.5)}


def test_fields_that_are_made_of_each_other_are_linked_as_anew(tmp_path: Path) -> None:
    """What one of them was taken for depended on which of them somebody asked for first."""
    box = f"{_BOX}    def __init__(self):\n        self.a = self.b or Shape()\n        self.b = self.a\n"
    text = f"{box}    def step(self):\n        self.b = self.c\n        self.c = self.a\n"
    calls = "".join(f"    def go_{one}(self):\n        self.{one}.draw_it()\n" for one in "abc")
    with LinkedCorpus(tmp_path, {"shapes.py": _SHAPES, "b.py": text + calls}) as corpus:
        corpus.change({"b.py": text + calls + "    def other(self):\n        self.c.draw_it()\n"})
        corpus.assert_linked_as_anew()
