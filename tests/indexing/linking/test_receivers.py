"""Calls through values whose types the code tells: who calls a method is asked of the type, not of its name.

Each case has a namesake elsewhere that must not be called.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_PYTHON = "class Ours:\n    def run_it(self):\n        pass\nclass Other:\n    def run_it(self):\n        pass\n"
_MAKE = "def make() -> 'Ours | None':\n    return None\n"
_IMPORT = "from types_ import Ours, make\n"
_GO = (
    "package x\ntype Ours struct{}\nfunc (o *Ours) RunIt() *Ours { return o }\n"
    "type Other struct{}\nfunc (o *Other) RunIt() {}\n"
)
_JAVA = "class Ours { Ours runIt() { return this; } }\nclass Other { void runIt() {} }\n"
_TS = "export class Ours { runIt(): Ours { return this; } }\nexport class Other { runIt() {} }\n"
_RUST = (
    "pub struct Ours;\nimpl Ours { pub fn run_it(&self) {} }\n"
    "pub struct Other;\nimpl Other { pub fn run_it(&self) {} }\n"
)

CASES: Mapping[str, tuple[dict[str, str], set[str]]] = {
    "a parameter with an annotation": (
        {"types_.py": _PYTHON, "b.py": "from types_ import Ours\ndef go(z: Ours):\n    z.run_it()\n"},
        {"b.py:go types_.py:Ours.run_it"},
    ),
    "a variable that holds a new object": (
        {"types_.py": _PYTHON, "b.py": "from types_ import Ours\ndef go():\n    z = Ours()\n    z.run_it()\n"},
        {"b.py:go types_.py:Ours", "b.py:go types_.py:Ours.run_it"},
    ),
    "a field that the constructor assigns": (
        {
            "types_.py": _PYTHON,
            "b.py": "from types_ import Ours\nclass A:\n    def __init__(self, z: Ours):\n        self.z = z\n"
            "    def go(self):\n        self.z.run_it()\n",
        },
        {"b.py:A.go types_.py:Ours.run_it"},
    ),
    "what a function says that it returns": (
        {"types_.py": _PYTHON + _MAKE, "b.py": _IMPORT + "def go():\n    make().run_it()\n"},
        {"b.py:go types_.py:make", "b.py:go types_.py:Ours.run_it"},
    ),
    "elements of a list": (
        {"types_.py": _PYTHON, "b.py": "from types_ import Ours\ndef go(a: list[Ours]):\n    for z in a: z.run_it()\n"},
        {"b.py:go types_.py:Ours.run_it"},
    ),
    "a parameter that hides a function": (
        {"b.py": "def shape():\n    pass\ndef go(shape):\n    shape()\n"},
        set(),
    ),
    "recursion": (
        {"b.py": "def go(n):\n    go(n - 1)\n"},
        {"b.py:go b.py:go"},
    ),
    "overloads are called by their implementation": (
        {
            "b.py": "from typing import overload\n@overload\ndef make(a: int): ...\n@overload\ndef make(a: str): ...\n"
            "def make(a):\n    pass\ndef go():\n    make(1)\n",
        },
        {"b.py:go b.py:make:6"},
    ),
    "Go: receivers of two types with the same letter": (
        {"x/a.go": _GO, "x/b.go": "package x\nfunc Go(o *Ours) { o.RunIt() }\n"},
        {"x/b.go:Go x/a.go:Ours.RunIt"},
    ),
    "Go: the first of two results": (
        {"x/a.go": _GO, "x/b.go": "package x\nfunc New() (*Ours, error)\nfunc Go() { o, err := New(); o.RunIt() }\n"},
        {"x/b.go:Go x/b.go:New", "x/b.go:Go x/a.go:Ours.RunIt"},
    ),
    "Go: a method that calls what it embeds": (
        {
            "x/a.go": _GO + "type W struct { Ours }\n",
            "x/b.go": "package x\nfunc (w *W) RunIt() { w.Ours.RunIt() }\n",
        },
        {"x/b.go:W.RunIt x/a.go:Ours.RunIt"},
    ),
    "Java: a chain of calls": (
        {"Ours.java": _JAVA, "B.java": "class B { void go(Ours o) { o.runIt().runIt(); } }\n"},
        {"B.java:B.go Ours.java:Ours.runIt"},
    ),
    "Java: overloads by the number of arguments": (
        {"B.java": "class B { void put(int a) {}\n void put(int a, int b) {}\n void go() { put(1, 2); } }\n"},
        {"B.java:B.go B.java:B.put:2"},
    ),
    "Java: overloads by the types of arguments": (
        {"B.java": "class B { void put(String a) {}\n void put(B a) {}\n void go(B b) { this.put(b); } }\n"},
        {"B.java:B.go B.java:B.put:2"},
    ),
    "TypeScript: a property of a parameter": (
        {
            "ours.ts": _TS,
            "b.ts": 'import { Ours } from "./ours";\ninterface Box { held: Ours }\n'
            "function go(box: Box) { box.held.runIt(); }\n",
        },
        {"b.ts:go ours.ts:Ours.runIt"},
    ),
    "Rust: a method on what another one locks": (
        {
            "src/lib.rs": _RUST + "struct A { held: Mutex<Ours> }\n"
            "impl A { fn go(&self) { self.held.lock().unwrap().run_it(); } }\n",
        },
        {"src/lib.rs:A.go src/lib.rs:Ours.run_it"},
    ),
    "Rust: the standard library's namesake": (
        {"src/lib.rs": "pub fn copy() { std::fs::copy(); }\n"},
        set(),
    ),
    "a value of a type that is not ours": (
        {"b.py": "class Ours:\n    def render_it(self):\n        pass\ndef go(z: str):\n    z.render_it()\n"},
        set(),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_calls_go_where_the_types_say(name: str, tmp_path: Path) -> None:
    files, expected = CASES[name]
    with LinkedCorpus(tmp_path, files) as corpus:
        lines = any(edge[-1].isdigit() for edge in expected)
        found = {edge.replace(" calls ", " ") for edge in corpus.edges("calls", lines=lines)}
        assert found == expected
        assert set(corpus.weights("calls")) <= {1.0}
