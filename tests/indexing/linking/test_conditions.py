"""A call on a variable of which a condition lets through only values of a type leads to that type.

Each case has a namesake that must not be called.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_PYTHON = "class Shape:\n    def draw(self): pass\nclass Circle(Shape):\n    def draw(self): pass\n"
_PYTHON += "class Other:\n    def draw(self): pass\n"
_GUESSED = {"Shape.draw", "Circle.draw", "Other.draw"}
_TYPESCRIPT = "export class Shape { draw() {} }\nexport class Other { draw() {} }\n"
_TYPESCRIPT += (
    "const isShape = (one: unknown): one is Shape => true;\nfunction isOther(one: unknown): one is Other {}\n"
)
_TYPESCRIPT += "function isFull(one: unknown): boolean {}\n"

PYTHON: Mapping[str, set[str]] = {
    "if isinstance(x, Circle): x.draw()": {"Circle.draw"},
    "if isinstance(x, Circle) and x: x.draw()": {"Circle.draw"},
    "if isinstance(x, (Circle, Other)): x.draw()": {"Circle.draw", "Other.draw"},
    "if x: pass\n    elif isinstance(x, Circle): x.draw()": {"Circle.draw"},
    "if isinstance(x, Circle): y = x; y.draw()": {"Circle.draw"},
    "if not isinstance(x, Circle): return\n    x.draw()": {"Circle.draw"},
    "if not isinstance(x, Circle): print(x)\n    x.draw()": _GUESSED,
    "assert isinstance(x, Circle)\n    x.draw()": {"Circle.draw"},
    "return isinstance(x, Circle) and x.draw()": {"Circle.draw"},
    "return x.draw() if isinstance(x, Circle) else None": {"Circle.draw"},
    "while isinstance(x, Circle): x.draw()": {"Circle.draw"},
    "if isinstance(x, Circle): pass\n    x.draw()": _GUESSED,
    "if isinstance(x, Circle): pass\n    else: x.draw()": _GUESSED,
    "if isinstance(x, str): x.draw()": set(),
    "x = Other()\n    if isinstance(x, str): pass\n    x.draw()": {"Other", "Other.draw"},
    "if isinstance(x, Circle): x = Other(); x.draw()": {"Other", "Other.draw"},
}
TYPESCRIPT: Mapping[str, set[str]] = {
    "if (x instanceof Shape) { x.draw() }": {"Shape.draw"},
    "if (x instanceof Shape && y) x.draw()": {"Shape.draw"},
    "if (!(x instanceof Shape)) { return }; x.draw()": {"Shape.draw"},
    "return x instanceof Shape ? x.draw() : null": {"Shape.draw"},
    "return x instanceof Shape && x.draw()": {"Shape.draw"},
    "if (x instanceof Shape) [1].map(() => x.draw())": {"Shape.draw"},
    "if (isShape(x)) x.draw()": {"isShape", "Shape.draw"},
    "if (isOther(x)) x.draw()": {"isOther", "Other.draw"},
    "if (!isShape(x)) return; x.draw()": {"isShape", "Shape.draw"},
    "if (isFull(x)) x.draw()": {"isFull"},
    "if (x instanceof Shape) {} else { x.draw() }": set(),
    "const y: Other = x; if (isFull(y)) y.draw()": {"isFull", "Other.draw"},
}


@pytest.mark.parametrize("body", PYTHON)
def test_python_calls_what_isinstance_lets_through(body: str, tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, {"b.py": f"{_PYTHON}def go(x, y):\n    {body}\n"}) as corpus:
        assert {name for name, _ in corpus.weighed_calls("go")} == {f"b.py:{name}" for name in PYTHON[body]}


@pytest.mark.parametrize("body", TYPESCRIPT)
def test_typescript_calls_what_instanceof_and_guards_of_the_file_let_through(body: str, tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, {"b.ts": f"{_TYPESCRIPT}function go(x: unknown, y: any) {{ {body} }}\n"}) as corpus:
        assert {name for name, _ in corpus.weighed_calls("go")} == {f"b.ts:{name}" for name in TYPESCRIPT[body]}
