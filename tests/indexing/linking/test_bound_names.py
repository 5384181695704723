"""A variable of which nobody tells the type may hold something of ours: a call on it is a guess, not lost."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_KOTLIN = ("Tool.kt", "class Tool { fun sharpenBlade() {} }\n")
_PYTHON = ("lib.py", "class Tool:\n    def sharpen_blade(self):\n        return 1\n")
_TYPESCRIPT = ("lib.ts", "export class Tool { sharpenBlade() {} }\n")
_JAVA = ("Tool.java", "class Tool { void sharpenBlade() {} }\n")
_SCALA = ("Tool.scala", "class Tool { def sharpenBlade(): Int = 1 }\n")

BINDINGS: Mapping[str, tuple[tuple[str, str], str, str]] = {
    "Kotlin: a parameter": (_KOTLIN, "use.kt", "fun go(x: Tool) { x.sharpenBlade() }\n"),
    "Kotlin: a variable": (_KOTLIN, "use.kt", "fun go() { val x = make(); x.sharpenBlade() }\n"),
    "Kotlin: what a block is given": (_KOTLIN, "use.kt", "fun go() { make().let { it.sharpenBlade() } }\n"),
    "Scala: a parameter": (_SCALA, "use.scala", "object Use { def go(x: Tool) = x.sharpenBlade() }\n"),
    "Python: a name of a pattern": (
        _PYTHON,
        "use.py",
        "def go(v):\n    match v:\n        case Point(y=x):\n            x.sharpen_blade()\n",
    ),
    "Python: names of a context": (
        _PYTHON,
        "use.py",
        "def go(q):\n    with q.a() as (x, y):\n        x.sharpen_blade()\n",
    ),
    "Python: names in a comprehension": (
        _PYTHON,
        "use.py",
        "def go(q):\n    return [x.sharpen_blade() for i, (x, y) in q]\n",
    ),
    "Python: bound behind an inner function": (
        _PYTHON,
        "use.py",
        "def go(q):\n    def inner():\n        x.sharpen_blade()\n    x = q.y()\n    return inner\n",
    ),
    "Python: bound in the turn before": (
        _PYTHON,
        "use.py",
        "def go(q):\n    while q.z():\n        if q.a:\n            x.sharpen_blade()\n        x = q.b()\n",
    ),
    "TypeScript: a field or what stands for it": (
        _TYPESCRIPT,
        "use.ts",
        "function go({ x = 1 }) { x.sharpenBlade(); }\n",
    ),
    "TypeScript: a renamed field or what stands for it": (
        _TYPESCRIPT,
        "use.ts",
        "function go({ y: x = 1 }) { x.sharpenBlade(); }\n",
    ),
    "TypeScript: an element or what stands for it": (
        _TYPESCRIPT,
        "use.ts",
        "function go(q) { const [x = 1] = q; x.sharpenBlade(); }\n",
    ),
    "TypeScript: taken apart behind the function": (
        _TYPESCRIPT,
        "use.ts",
        "declare function q(): any;\nexport function go() { x.sharpenBlade(); }\nconst { x } = q();\n",
    ),
    "JavaScript: a name with a dollar": (
        ("lib.js", "class Tool { sharpenBlade() {} }\n"),
        "use.js",
        "function go($scope) { $scope.x.sharpenBlade(); }\n",
    ),
    "Java: a part of a record": (
        _JAVA,
        "Use.java",
        "class Use { void go(Object o) { if (o instanceof P(Tool x, var y)) { x.sharpenBlade(); } } }\n",
    ),
    "Java: a type that a switch asks for": (
        _JAVA,
        "Use.java",
        "class Use { void go(Object o) { switch (o) { case Tool x -> x.sharpenBlade(); default -> {} } } }\n",
    ),
    "Scala: a case": (_SCALA, "use.scala", "object Use { def go(v: Any) = v match { case x => x.sharpenBlade() } }\n"),
}


@pytest.mark.parametrize("name", BINDINGS)
def test_a_call_on_a_bound_name_without_a_type_is_a_guess(name: str, tmp_path: Path) -> None:
    (path, definition), user, text = BINDINGS[name]
    with LinkedCorpus(tmp_path, {path: definition, user: text}) as corpus:
        assert any(f" calls {path}:Tool.sharpen" in edge for edge in corpus.edges("calls"))
