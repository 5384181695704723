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
    "what a function returns that declares no type": (
        {
            "types_.py": _PYTHON,
            "b.py": "from types_ import Ours\nclass Maker:\n"
            "    def make(self):\n        if self.x:\n            return None\n        return Ours()\n"
            "    def me(self):\n        return self\n"
            "    def go(self):\n        self.me().make().run_it()\n",
        },
        {
            "b.py:Maker.make types_.py:Ours",
            *(f"b.py:Maker.go {called}" for called in ("b.py:Maker.me", "b.py:Maker.make", "types_.py:Ours.run_it")),
        },
    ),
    "the method of a base, as older Python names it": (
        {
            "types_.py": _PYTHON,
            "b.py": "from types_ import Ours\n"
            "class Child(Ours):\n    def go(self):\n        super(Child, self).run_it()\n"
            "class Alone(Exception):\n    def go(self):\n        super(Alone, self).run_it()\n",
        },
        {"b.py:Child.go types_.py:Ours.run_it"},
    ),
    "a value that is converted to a type of Go calls nothing, a literal does": (
        {
            "a.go": "package x\ntype Size int\ntype Box struct{}\ntype Of[T any] struct{}\n"
            "func Go(n int) { use(Size(n), Box{}, Of[int]{}) }\n"
        },
        {"a.go:Go a.go:Box", "a.go:Go a.go:Of"},
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
    "a private method and what a private field holds": (
        {
            "a.ts": _TS,
            "b.ts": "import { Ours } from './a';\nclass A {\n  #z: Ours;\n  go() { this.#z.runIt(); this.#own(); }\n"
            "  #own() {}\n}\n",
        },
        {"b.ts:A.go a.ts:Ours.runIt", "b.ts:A.go b.ts:A.own"},
    ),
    "a parameter of the constructor that is a field": (
        {
            "a.ts": _TS,
            "b.ts": "import { Ours } from './a';\nclass A {\n  constructor(private z: Ours) {}\n"
            "  go() { this.z.runIt(); }\n}\n",
        },
        {"b.ts:A.go a.ts:Ours.runIt"},
    ),
    "a getter": (
        {
            "a.ts": _TS,
            "b.ts": "import { Ours } from './a';\nclass A {\n  get z(): Ours | null { return null; }\n"
            "  go() { this.z.runIt(); }\n}\n",
        },
        {"b.ts:A.go a.ts:Ours.runIt"},
    ),
    "a type parameter in TypeScript": (
        {"a.ts": _TS, "b.ts": "import { Ours } from './a';\nfunction go<T extends Ours>(z: T) { z.runIt(); }\n"},
        {"b.ts:go a.ts:Ours.runIt"},
    ),
    "a name that one file hands on to the next": (
        {
            "x/a.ts": _TS,
            "y/b.ts": "export * from '../x/a';\nexport * as all from '../x/a';\n",
            "c.ts": "import { Ours, all } from './y/b';\nfunction go(z: Ours) { z.runIt(); new all.Ours(); }\n",
        },
        {"c.ts:go x/a.ts:Ours.runIt", "c.ts:go x/a.ts:Ours"},
    ),
    "a module that is imported late": (
        {
            "a.ts": "export function shape() {}\n",
            "b.ts": "async function go() { const { shape } = await import('./a'); shape(); }\n",
        },
        {"b.ts:go a.ts:shape"},
    ),
    "no new of an interface": (
        {"a.ts": "interface Error { code: string }\nfunction go() { throw new Error('x'); }\n"},
        set(),
    ),
    "a comment that ends with a dot": (
        {"a.ts": _TS + "class A { z: Ours;\n go() {\n  // Never outside.\n  this.z.runIt();\n } }\n"},
        {"a.ts:A.go a.ts:Ours.runIt"},
    ),
    "a type parameter in Java": (
        {"x/a.java": _JAVA, "x/b.java": "class B { <T extends Ours> void go(T z) { z.runIt(); } }\n"},
        {"x/b.java:B.go x/a.java:Ours.runIt"},
    ),
    "Rust: a type parameter that the block of methods binds": (
        {
            "src/a.rs": "pub trait Ours { fn run_it(&self); }\npub trait Other { fn run_it(&self); }\n",
            "src/b.rs": "use crate::a::Ours;\nstruct B<R> { z: R }\nimpl<R> B<R> where R: Ours {\n"
            "    fn go(&self) { self.z.run_it(); }\n}\n",
            "src/lib.rs": "mod a;\nmod b;\n",
        },
        {"src/b.rs:B.go src/a.rs:Ours.run_it"},
    ),
    "Rust: a method for all that have another": (
        {
            "src/a.rs": "pub trait Ours { fn run_it(&self); }\nimpl<T: Ours> Ours for &mut T {\n"
            "    fn run_it(&self) { (**self).run_it() }\n}\nfn go<T: Ours>(z: T) { z.run_it(); }\n",
        },
        {"src/a.rs:T.run_it src/a.rs:Ours.run_it", "src/a.rs:go src/a.rs:Ours.run_it"},
    ),
    "Rust: what a variant holds": (
        {"src/a.rs": _RUST + "enum E { One(Ours) }\nfn go(e: E) { match e { E::One(z) => z.run_it() } }\n"},
        {"src/a.rs:go src/a.rs:Ours.run_it"},
    ),
    "Rust: what an option holds": (
        {"src/a.rs": _RUST + "fn go(e: Option<Ours>) { match e { Some(z) => z.run_it(), None => {} } }\n"},
        {"src/a.rs:go src/a.rs:Ours.run_it"},
    ),
    "Rust: a field with a number": (
        {"src/a.rs": _RUST + "struct A<'a>(u8, &'a Ours);\nimpl A<'_> { fn go(&self) { self.1.run_it() } }\n"},
        {"src/a.rs:A.go src/a.rs:Ours.run_it"},
    ),
    "Rust: a field and a method of one name": (
        {
            "src/a.rs": _RUST + "struct A { z: Ours }\nimpl A {\n    fn z(&self) -> &Other { todo!() }\n"
            "    fn go(&self) { self.z.run_it() }\n}\n",
        },
        {"src/a.rs:A.go src/a.rs:Ours.run_it"},
    ),
    "Rust: a path that no import names, by a name that the crate hands on": (
        {
            "src/lib.rs": "mod a;\nmod b;\npub use a::{Ours, shape};\n",
            "src/a.rs": _RUST + "pub fn shape() {}\n",
            "src/b.rs": "fn go() { crate::shape(); crate::a::Ours::run_it(&z); }\nfn shape() {}\n",
        },
        {"src/b.rs:go src/a.rs:shape", "src/b.rs:go src/a.rs:Ours.run_it"},
    ),
    "Rust: a type and a macro of another crate": (
        {
            "src/a.rs": "pub struct Ours;\nimpl Ours { pub fn run_it() {} }\nmacro_rules! trace { () => {} }\n"
            "fn go() { mio::net::Ours::run_it(); tracing::trace!(); }\n",
        },
        set(),
    ),
    "Rust: a wrapper of ours": (
        {
            "src/a.rs": _RUST + "pub struct Mutex<T> { z: T }\nimpl<T> Mutex<T> { fn hold_it(&self) {} }\n"
            "fn go(m: Mutex<Ours>) { m.hold_it(); m.run_it(); }\n",
        },
        {"src/a.rs:go src/a.rs:Mutex.hold_it", "src/a.rs:go src/a.rs:Ours.run_it"},
    ),
    "Rust: a module with a file of its own": (
        {
            "src/lib.rs": '#[path = "unix/mod.rs"]\n#[cfg(unix)]\nmod imp;\nfn go() { imp::shape(); }\n',
            "src/unix/mod.rs": "pub fn shape() {}\n",
            "src/windows/mod.rs": "pub fn shape() {}\n",
        },
        {"src/lib.rs:go src/unix/mod.rs:shape"},
    ),
    "Go: receivers of two types with the same letter": (
        {"x/a.go": _GO, "x/b.go": "package x\nfunc Go(o *Ours) { o.RunIt() }\n"},
        {"x/b.go:Go x/a.go:Ours.RunIt"},
    ),
    "Go: a type that is made, beside its method of that name": (
        {
            "x/a.go": "package x\ntype Ours struct{}\nfunc (o *Ours) Ours(name string) *Ours { return o }\n",
            "x/b.go": "package x\nfunc Go() *Ours { return &Ours{} }\n",
        },
        {"x/b.go:Go x/a.go:Ours"},
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
    "Java: nothing is no character": (
        {
            "A.java": "class A {\n  void mark(char c) {}\n  void mark(Character c) {}\n"
            "  static void go(A a) { a.mark(null); }\n}\n"
        },
        {"A.java:A.go A.java:A.mark:3"},
    ),
    "Java: a list is not any number of arguments": (
        {
            "A.java": "class A {\n  void mark(A... a) {}\n  void mark(Iterable<A> a) {}\n"
            "  static void go(A a, List<A> all) { a.mark(all); }\n}\n"
        },
        {"A.java:A.go A.java:A.mark:3"},
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
    "what keyword arguments and literals hold is not ours": (
        {
            "b.py": "class Ours:\n    def render_it(self):\n        pass\n"
            "def go(*args, **kwargs):\n    kwargs.render_it()\n    {}.render_it()\n    z = [1]\n    z.render_it()\n",
        },
        set(),
    ),
    "arguments of any number": (
        {"types_.py": _PYTHON, "b.py": "from types_ import Ours\ndef go(*all: Ours):\n    for z in all: z.run_it()\n"},
        {"b.py:go types_.py:Ours.run_it"},
    ),
    "values of a dictionary": (
        {"types_.py": _PYTHON, "b.py": "from types_ import Ours\ndef go(a: dict[str, Ours]):\n    a['x'].run_it()\n"},
        {"b.py:go types_.py:Ours.run_it"},
    ),
    "a built-in type": (
        {"b.py": "class Ours:\n    def render_it(self):\n        pass\ndef go(z):\n    object.render_it(z)\n"},
        set(),
    ),
    "a module with something of its name": (
        {
            "x/__init__.py": "",
            "x/tool.py": "def run_it():\n    pass\ntool = 3\n",
            "x/b.py": "from . import tool\ndef go():\n    tool.run_it()\n",
        },
        {"x/b.py:go x/tool.py:run_it"},
    ),
    "a module that is called by its whole path": (
        {
            "pk/__init__.py": "def start_it():\n    pass\n",
            "pk/paths.py": "def find_it():\n    pass\nclass Ours:\n    def run_it(self):\n        pass\n",
            "other.py": "def find_it():\n    pass\n",
            "b.py": "import pk.paths\nimport os.path\ndef go(z: pk.paths.Ours):\n    pk.paths.find_it()\n"
            "    pk.paths.Ours().run_it()\n    os.path.find_it()\n    pk.start_it()\n",
        },
        {
            *("b.py:go pk/paths.py:find_it", "b.py:go pk/paths.py:Ours"),
            *("b.py:go pk/paths.py:Ours.run_it", "b.py:go pk/__init__.py:start_it"),
        },
    ),
    "what a wrapper gives as itself": (
        {
            "types_.py": _PYTHON,
            "b.py": "from types_ import Ours\ndef make():\n    def go(self: Ours):\n        self.run_it()\n",
        },
        {"b.py:make.go types_.py:Ours.run_it"},
    ),
    "exported under another name, or by default": (
        {
            "a.ts": "class Inner { runIt() {} }\nclass Plain { runIt() {} }\n"
            "export { Inner as Ours };\nexport default Plain;\n",
            "b.ts": "import First, { Ours } from './a';\nfunction go(x: First, y: Ours) { x.runIt(); y.runIt(); }\n",
        },
        {"b.ts:go a.ts:Plain.runIt", "b.ts:go a.ts:Inner.runIt"},
    ),
    "Java: a type that nothing here defines": (
        {
            "x/a.java": "class A { static A parseIt(String z) { return null; }\n"
            " void go() { Outside.parseIt(null); } }\n"
        },
        set(),
    ),
    "Java: overloads by arrays, and by what another type's method gives": (
        {
            "B.java": "class B {\n void put(String... a) {}\n void put(Outside a) {}\n"
            " void go(String[] a) { put(a); }\n void put(Other a) { put(new Outside()); } }\n",
        },
        {"B.java:B.go B.java:B.put:2", "B.java:B.put B.java:B.put:3"},
    ),
    "Rust: a path into another crate that ends like a module here": (
        {
            "src/lib.rs": "mod map;\n",
            "src/map.rs": "pub struct Entry { z: Inner }\ntype Inner = outside::map::Entry;\n"
            "impl Entry { pub fn go_on(&self) { self.z.go_on() } }\n",
        },
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
        found = corpus.calls(lines=lines)
        assert found == expected
        assert set(corpus.weights("calls")) <= {1.0}


_A_B = "class A:\n    def save_it(self):\n        pass\nclass B(int):\n    def save_it(self):\n        pass\n"
_P_Q = "package x\ntype P struct{}\nfunc (p *P) RunIt() {}\ntype Q struct{}\nfunc (q *Q) RunIt() {}\n"
_CAT = (
    "class Cat { speakUp() {} }\nclass Dog { speakUp() {} }\ndeclare function foo(): any;\nfunction go(x: Cat) { %s }\n"
)

BOUND_AGAIN: Mapping[str, tuple[str, str, set[str], set[str]]] = {
    "a parameter of a lambda": ("a.py", _A_B + "def go(a: A):\n    f = lambda a: a.save_it()\n", set(), {"A", "B"}),
    "a comprehension": ("a.py", _A_B + "def go(a: A):\n    [a.save_it() for a in make()]\n", set(), {"A", "B"}),
    "a comprehension of pairs": (
        "a.py",
        _A_B + "def go(a: A):\n    [a.save_it() for (a, b) in make()]\n",
        set(),
        {"A", "B"},
    ),
    "beside a comprehension": (
        "a.py",
        _A_B + "def go(a: A):\n    [a for a in make()]\n    a.save_it()\n",
        {"A"},
        set(),
    ),
    "unpacked": ("a.py", _A_B + "def go(a: A):\n    a, b = make()\n    a.save_it()\n", set(), {"A", "B"}),
    "a loop": ("a.py", _A_B + "def go(a: A):\n    for a in make():\n        a.save_it()\n", set(), {"A", "B"}),
    "after a loop": (
        "a.py",
        _A_B + "def go(a: A):\n    for a in make():\n        pass\n    a.save_it()\n",
        set(),
        {"A", "B"},
    ),
    "a case": (
        "a.py",
        _A_B + "def go(a: A):\n    match make():\n        case [a]:\n            a.save_it()\n",
        set(),
        {"A", "B"},
    ),
    "one branch": (
        "a.py",
        _A_B + "def go(a: A):\n    if x:\n        a = B()\n    a.save_it()\n",
        set(),
        {"A", "B"},
    ),
    "inside of the branch": (
        "a.py",
        _A_B + "def go(a: A):\n    if x:\n        a = B()\n        a.save_it()\n",
        {"B"},
        set(),
    ),
    "nothing until a branch": (
        "a.py",
        _A_B + "def go(a=None):\n    a = None\n    if x:\n        a = A()\n    a.save_it()\n",
        {"A"},
        set(),
    ),
    "an assignment to what is declared": (
        "a.py",
        _A_B + "def go(a: A):\n    if x:\n        a = make() or b\n    a.save_it()\n",
        {"A"},
        set(),
    ),
    "its own new value": (
        "a.py",
        _A_B + "class C:\n    def build_it(self) -> A:\n        pass\ndef go(a: C):\n    a = a.build_it()\n",
        {"C.build_it"},
        set(),
    ),
    "Go's loops": (
        "a.go",
        _P_Q + "func go1(x *P) {\n\tfor _, x := range []*Q{} {\n\t\tx.RunIt()\n\t}\n}\n",
        {"Q"},
        set(),
    ),
    "Go's switch by type": (
        "a.go",
        _P_Q + "func go1(p *P) {\n\tswitch p := any(p).(type) {\n\tcase *Q:\n\t\tp.RunIt()\n\t}\n}\n",
        set(),
        {"P", "Q"},
    ),
    "Go's blocks": (
        "a.go",
        _P_Q + "func go1() {\n\tp := &P{}\n\tif true {\n\t\tp := &Q{}\n\t\tp.RunIt()\n\t}\n\tp.RunIt()\n}\n",
        {"P", "Q"},
        set(),
    ),
    "an arrow's parameter": ("a.ts", _CAT % "[1].map((x: any) => x.speakUp())", set(), {"Cat", "Dog"}),
    "behind an arrow": ("a.ts", _CAT % "[1].map((x: any) => x); x.speakUp()", {"Cat"}, set()),
    "a block": ("a.ts", _CAT % "{ let x: any = foo(); x.speakUp(); }", set(), {"Cat", "Dog"}),
}


@pytest.mark.parametrize("name", BOUND_AGAIN)
def test_a_name_bound_again_is_never_a_certain_edge_to_what_it_held_before(name: str, tmp_path: Path) -> None:
    path, text, certain, guessed = BOUND_AGAIN[name]
    with LinkedCorpus(tmp_path, {path: text}) as corpus:
        found = corpus.connection.execute(
            "SELECT t.qualified_name, e.weight FROM edges e JOIN nodes t ON t.id = e.dst"
            " JOIN nodes s ON s.id = e.src WHERE e.type = 'calls' AND s.name LIKE 'go%'"
            " AND (t.name LIKE '%it' OR t.name = 'speakUp')"
        ).fetchall()
    sure = {name.rpartition(".")[0] if "build" not in name else name for name, weight in found if weight == 1}
    assert sure == certain
    assert {name.rpartition(".")[0] for name, weight in found if weight < 1} <= guessed


def test_either_type_of_a_variable_is_a_call_that_may_be(tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, {"a.py": BOUND_AGAIN["one branch"][1]}) as corpus:
        assert {"a.py:go calls a.py:A.save_it", "a.py:go calls a.py:B.save_it"} <= corpus.edges("calls")


NOTHING_GIVEN: Mapping[str, tuple[str, str]] = {
    "C#: a number that may be nothing, and a structure": (
        "a.cs",
        "class Oven {\n  void Melt(decimal? a, string b) {}\n  void Melt(System.DateTime a, string b) {}\n"
        '  void Go() { Melt(null, "a"); }\n}\n',
    ),
    "C#: a number that may be nothing, and a text": (
        "a.cs",
        "class Oven {\n  void Melt(int? a) {}\n  void Melt(string a) {}\n  void Go() { Melt(null); }\n}\n",
    ),
    "Kotlin": (
        "a.kt",
        "class Oven {\n  fun melt(a: Int?) {}\n  fun melt(a: String?) {}\n  fun go() { melt(null) }\n}\n",
    ),
    "Java: an array of numbers, and anything": (
        "A.java",
        "class A {\n  void melt(int... a) {}\n  void melt(Object a) {}\n  void go() { melt(null); }\n}\n",
    ),
}


@pytest.mark.parametrize("name", NOTHING_GIVEN)
def test_nothing_as_an_argument_is_no_certain_call_of_one_of_the_overloads_that_take_it(
    name: str, tmp_path: Path
) -> None:
    path, text = NOTHING_GIVEN[name]
    with LinkedCorpus(tmp_path, {path: text}) as corpus:
        assert corpus.weights("calls") == [0.5, 0.5]


def test_an_alias_for_two_modules_leads_to_none_for_certain(tmp_path: Path) -> None:
    helper = "def helper():\n    pass\n"
    user = "import y\ndef first():\n    y.helper()\ndef second():\n    import other as y\n    y.helper()\n"
    with LinkedCorpus(tmp_path, {"y.py": helper, "other.py": helper, "m.py": user}) as corpus:
        assert {"m.py:second calls other.py:helper", "m.py:first calls y.py:helper"} <= corpus.edges("calls")
        assert max(corpus.weights("calls")) <= 0.5


def test_a_type_of_go_that_a_value_is_converted_to_is_used_there(tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, {"a.go": "package x\ntype Size int\nfunc Go(n int) { use(Size(n)) }\n"}) as corpus:
        assert corpus.edges("references", "calls") == {"a.go:Go references a.go:Size"}


def test_what_a_function_returns_beside_something_unknown_is_called_for_uncertain(tmp_path: Path) -> None:
    text = "class A:\n    def save_it(self):\n        pass\ndef make(x):\n    if x:\n        return x\n    return A()\n"
    with LinkedCorpus(tmp_path, {"a.py": text + "def go():\n    make(1).save_it()\n"}) as corpus:
        assert "a.py:go calls a.py:A.save_it" in corpus.edges("calls")
        assert min(corpus.weights("calls")) == 0.5
