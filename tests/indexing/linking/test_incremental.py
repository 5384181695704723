"""Linking only what a change touches gives what linking everything gives."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .corpus import LinkedCorpus

_NAMES = st.sampled_from(["alpha", "beta", "gamma", "delta", "Omega", "Sigma", "run", "go"])
_MODULES = st.sampled_from(["one", "two", "three", "pkg.four", "pkg", ".one", "..two"])
_PATHS = ("one.py", "two.py", "pkg/__init__.py", "pkg/four.py", "test_one.py")
_JAVA_PATHS = ("src/a/Omega.java", "src/a/Sigma.java", "src/b/Delta.java")
_DOC_PATHS = ("README.md", "docs/guide.md")
_PLACES = ("one", "two", "pkg/one", "pkg/index", "pkg/mod", "other/pkg/one", "other/two", "tests/test_one")
_SUFFIXES = (".ts", ".js", ".rb", ".rs", ".go", ".c", ".h")

_CALLS = st.one_of(
    st.builds("    {}()".format, _NAMES),
    st.builds("    {}.{}()".format, st.sampled_from(["one", "pkg.four", "beta", "thing", "Omega"]), _NAMES),
    st.builds("    {}().{}()".format, _NAMES, _NAMES),
    st.builds("    value.{}().{}()".format, _NAMES, _NAMES),
    st.builds("    value.held.{}()".format, _NAMES),
    st.builds("    made = {} if value else {}\n    made()".format, _NAMES, _NAMES.map(str.title)),
    st.builds("    from {} import {}".format, _MODULES, _NAMES),
    st.builds("    other()\n    other.{}()".format, _NAMES),
)
# Made once: a strategy that a drawing makes is checked in each drawing, which is a fifth of these tests.
_CLASS_NAMES = _NAMES.map(str.title)
_IMPORTS_OF_NAMES = st.lists(st.tuples(_MODULES, _NAMES, st.none() | _NAMES), max_size=3)
_IMPORTS = st.lists(st.sampled_from(["one", "pkg.four", "two as beta"]), max_size=2)
_FUNCTIONS = st.lists(st.tuples(_NAMES, _CLASS_NAMES, _CLASS_NAMES), max_size=3)
_BODIES = st.lists(_CALLS, max_size=3)
_CLASSES = st.lists(st.tuples(_NAMES, _NAMES, _NAMES), max_size=2)
_FIELDS = st.lists(st.tuples(_NAMES, _CLASS_NAMES), max_size=1)
_HELD = st.sampled_from(["alpha()", "Omega()", "beta"])
_ALIASES = st.lists(st.tuples(_CLASS_NAMES, _CLASS_NAMES), max_size=1)
_HAS_OTHER = st.sampled_from([False, True])


@st.composite
def _python(draw: st.DrawFn) -> str:
    lines: list[str] = []
    for module, name, alias in draw(_IMPORTS_OF_NAMES):
        lines.append(f"from {module} import {name}" + (f" as {alias}" if alias else ""))
    lines.extend(f"import {module}" for module in draw(_IMPORTS))
    for name, taken, result in draw(_FUNCTIONS):
        other = f", other={taken}" if draw(_HAS_OTHER) else ""
        lines += [f"def {name}(value: {taken}{other}) -> {result}:", *draw(_BODIES), "    return 1"]
    for name, base, method in draw(_CLASSES):
        lines.append(f"class {name.title()}({base.title()}):")
        lines += [f"    {one} = {other}" for one, other in draw(_FIELDS)]
        lines += [f"    def {method}(self):", f"        self.{method}()", f"        self.{draw(_NAMES)}()"]
        lines.append(f"        {draw(_NAMES)}()")
        lines.append(f"        self.held = {draw(_HELD)}")
        lines.append(f"        self.held.{draw(_NAMES)}()")
    lines += [f"{one} = {other}" for one, other in draw(_ALIASES)]
    return "\n".join(lines) + "\n"


@st.composite
def _java(draw: st.DrawFn) -> str:
    lines = [f"package {draw(st.sampled_from(['a', 'b']))};"]
    for package, name in draw(st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), _NAMES), max_size=3)):
        lines.append(f"import {package}.{name.title()};")
    name, base, method, called, bare = draw(st.tuples(_NAMES, _NAMES, _NAMES, _NAMES, _NAMES))
    body = f"{base.title()}.{called}(); {bare}();"
    lines.append(f"class {name.title()} extends {base.title()} {{ void {method}() {{ {body} }} }}")
    return "\n".join(lines) + "\n"


@st.composite
def _prose(draw: st.DrawFn) -> str:
    lines = [f"# {draw(_NAMES)}", f"See `{draw(_NAMES)}` and `{draw(_NAMES)}.{draw(_NAMES)}()`."]
    target = st.sampled_from(["README.md", "../README.md", "guide.md#run", "docs/guide.md#go", "#alpha", "one.py#L1"])
    lines += [f"[x]({destination})" for destination in draw(st.lists(target, max_size=3))]
    return "\n\n".join(lines) + "\n"


@st.composite
def _any_path(draw: st.DrawFn) -> str:
    return draw(st.sampled_from(_PLACES)) + draw(st.sampled_from(_SUFFIXES))


@st.composite
def _any_language(draw: st.DrawFn) -> str:
    """Imports that are written differently and lead by path, end of path, folder, crate or header."""
    written = {
        ".ts": [
            *('import {{ {0} }} from "./one";', 'import * as {0} from "pkg/one";', 'import {0} from "../two";'),
            *("export {{ alpha as {0} }};", "export default {0};"),
        ],
        ".rb": ['require "pkg/one"', 'require_relative "two"', 'require "other/pkg/one"'],
        ".rs": ["use crate::one::{0};", "use super::two::{0};", "mod pkg; use pkg::one::{0};"],
        ".go": ['package p\nimport "example/other/pkg"', 'package p\nimport {0} "example/pkg"'],
        ".c": ['#include "one.h"', "#include <pkg/one.h>", '#include "../two.h"'],
    }
    bodies = {
        ".ts": "export function {0}() {{ {1}(); {2}.{1}(); }}",
        ".rb": "def {0}\n  {1}()\nend",
        ".rs": "pub fn {0}() {{ {1}(); one::{2}(); }}",
        ".go": "func {0}() {{ pkg.{1}(); {2}() }}",
        ".c": "int {0}(void) {{ return {1}() + {2}(); }}",
    }
    kind = draw(st.sampled_from(sorted(written)))
    lines = [line.format(draw(_NAMES)) for line in draw(st.lists(st.sampled_from(written[kind]), max_size=2))]
    names = draw(st.lists(st.tuples(_NAMES, _NAMES, _NAMES), max_size=3))
    return "\n".join([*lines, *(bodies[kind].format(*three) for three in names)]) + "\n"


_FILES = st.fixed_dictionaries(
    {},
    optional={path: _python() for path in _PATHS}
    | {path: _java() for path in _JAVA_PATHS}
    | {path: _prose() for path in _DOC_PATHS},
)
_REMOVED = {path: st.none() | _python() for path in _PATHS} | {path: st.none() | _java() for path in _JAVA_PATHS}
_CHANGES = st.fixed_dictionaries({}, optional=_REMOVED | {path: st.none() | _prose() for path in _DOC_PATHS})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_FILES, st.lists(_CHANGES, min_size=1, max_size=3))
def test_incremental_equals_full(files: dict[str, str], rounds: list[dict[str, str | None]]) -> None:
    with tempfile.TemporaryDirectory() as folder, LinkedCorpus(Path(folder), files) as corpus:
        for changes in rounds:
            corpus.change(changes)
            corpus.assert_linked_as_anew()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_edits_that_keep_every_path_equal_a_full_pass(data: st.DataObject) -> None:
    everything = {path: _python() for path in _PATHS} | {path: _prose() for path in _DOC_PATHS}
    files = data.draw(st.fixed_dictionaries(everything))
    with tempfile.TemporaryDirectory() as folder, LinkedCorpus(Path(folder), files) as corpus:
        for _ in range(3):
            path = data.draw(st.sampled_from(sorted(everything)))
            corpus.change({path: data.draw(everything[path])})
            corpus.assert_linked_as_anew()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_paths_that_come_and_go_in_other_languages_equal_a_full_pass(data: st.DataObject) -> None:
    files = data.draw(st.dictionaries(_any_path(), _any_language(), max_size=8))
    with tempfile.TemporaryDirectory() as folder, LinkedCorpus(Path(folder), files) as corpus:
        for _ in range(3):
            corpus.change(data.draw(st.dictionaries(_any_path(), st.none() | _any_language(), max_size=3)))
            corpus.assert_linked_as_anew()


def _linked_again(corpus: LinkedCorpus, changes: dict[str, str | None]) -> set[str]:
    """Documents whose edges a change takes out to make them anew."""
    corpus.change(changes)
    rows = corpus.connection.execute(
        "SELECT path FROM documents WHERE id IN (SELECT value FROM temp.whole_documents) ORDER BY path"
    )
    return {path for (path,) in rows}


def test_a_file_that_comes_moves_or_goes_links_those_that_lead_to_it(tmp_path: Path) -> None:
    """In a large corpus a new file would otherwise cost what all files together cost."""
    files = {f"m{number}.py": f"def f{number}():\n    return {number}\n" for number in range(30)}
    files["user.py"] = "from shop.cart import charge\nimport shop.pay\ndef go():\n    charge()\n"
    files["plain.py"] = "from m1 import f1\ndef other():\n    f1()\n"
    files["notes.md"] = "# Notes\n\nSee [the cart](shop/cart.py) and [the first](m1.py).\n"
    files["tests/test_pay.py"] = "def test_it():\n    pass\n"
    cart = "def charge():\n    return 1\n"
    with LinkedCorpus(tmp_path, files) as corpus:
        assert _linked_again(corpus, {"shop/cart.py": cart}) == {"shop/cart.py", "user.py"}
        arrived = {"user.py:go calls shop/cart.py:charge", "notes.md:Notes links_to shop/cart.py"}
        assert arrived <= corpus.edges()
        assert _linked_again(corpus, {"shop/pay.py": ""}) == {"shop/pay.py", "tests/test_pay.py", "user.py"}
        assert "tests/test_pay.py tests shop/pay.py" in corpus.edges()
        moved = {"shop/cart.py": None, "store/cart.py": cart}
        assert _linked_again(corpus, moved) == {"store/cart.py", "user.py"}
        assert not arrived & corpus.edges()
        assert _linked_again(corpus, {"store/cart.py": None}) == set()
        edges = corpus.edges()
        corpus.link_everything()
        assert corpus.edges() == edges


def test_a_type_behind_a_module_that_comes_is_the_base_of_its_heirs(tmp_path: Path) -> None:
    files = {
        "base.py": "import shapes\nclass Square(shapes.Shape):\n    pass\n",
        "user.py": "from base import Square\nclass Small(Square):\n    def go(self):\n        self.area()\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        corpus.change({"shapes.py": "class Shape:\n    def area(self):\n        return 1\n"})
        assert "user.py:Small.go calls shapes.py:Shape.area" in corpus.edges()
        edges = corpus.edges()
        corpus.link_everything()
        assert corpus.edges() == edges


def test_an_import_that_is_added_links_no_other_file_that_uses_the_name(tmp_path: Path) -> None:
    """A checkout adds imports of names that half of the corpus uses."""
    files = {
        "shapes.py": "class Shape:\n    def area(self):\n        return 1\n",
        "late.py": "def go():\n    return 1\n",
    }
    files |= {
        f"m{number}.py": f"from shapes import Shape\ndef f{number}():\n    Shape().area()\n" for number in range(9)
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        late = "from shapes import Shape\ndef go():\n    return Shape().area()\n"
        assert _linked_again(corpus, {"late.py": late}) == {"late.py"}
        assert "late.py:go calls shapes.py:Shape.area" in corpus.edges()
        edges = corpus.edges()
        corpus.link_everything()
        assert corpus.edges() == edges


def test_a_new_name_on_the_path_of_a_call_links_the_function_and_not_its_file(tmp_path: Path) -> None:
    around = "\n".join(f"def f{number}():\n    helper()\n" for number in range(50))
    part = "class Part:\n    def go(self):\n        return 1\n"
    files = {
        "thing.py": f"{part}class Thing:\n    pass\n",
        "user.py": f"from thing import Thing\ndef helper():\n    pass\n{around}\ndef use(x: Thing):\n    x.part.go()\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert _linked_again(corpus, {"thing.py": f"{part}class Thing:\n    part: Part\n"}) == {"thing.py"}
        assert corpus.connection.execute("SELECT count(*) FROM temp.partial_nodes").fetchone() == (1,)
        assert "user.py:use calls thing.py:Part.go" in corpus.edges()
        edges = corpus.edges()
        corpus.link_everything()
        assert corpus.edges() == edges


def test_a_file_that_hands_on_another_one_moves_the_calls_through_it(tmp_path: Path) -> None:
    files = {
        "x/one.ts": "export function shape() {}\n",
        "y/two.ts": "export function shape() {}\n",
        "z/inner.ts": "export * from '../x/one';\n",
        "door.ts": "export * from './z/inner';\n",
        "user.ts": "import { shape } from './door';\nfunction go() { shape(); }\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"user.ts:go calls x/one.ts:shape"}
        corpus.change({"z/inner.ts": "export * from '../y/two';\n"})
        assert corpus.edges("calls") == {"user.ts:go calls y/two.ts:shape"}
        corpus.assert_linked_as_anew()


def test_a_class_that_is_exported_as_another_name_moves_the_calls_through_it(tmp_path: Path) -> None:
    files = {
        "one.ts": "class A { run() {} }\nclass B { run() {} }\nexport { A as Door };\n",
        "user.ts": "import { Door } from './one';\nfunction go(door: Door) { door.run(); }\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"user.ts:go calls one.ts:A.run"}
        corpus.change({"one.ts": files["one.ts"].replace("A as", "B as")})
        assert corpus.edges("calls") == {"user.ts:go calls one.ts:B.run"}
        corpus.assert_linked_as_anew()


@pytest.mark.parametrize(
    ("path", "text", "called"),
    [
        ("pkg/door.ts", "import { B } from './b';\nexport { B as Face };\n", "pkg/b.ts:B.run"),
        ("pkg/inner.ts", "export { B as Door } from './b';\n", "pkg/b.ts:B.run"),
        ("pkg/a.ts", "export class A { walk() {} }\n", ""),
        ("pkg/a.ts", "class C { run() {} }\nexport { C as A };\n", "pkg/a.ts:C.run"),
    ],
)
def test_who_imports_through_other_files_follows_what_these_import_and_export(
    path: str, text: str, called: str, tmp_path: Path
) -> None:
    files = {
        "pkg/a.ts": "export class A { run() {} }\n",
        "pkg/b.ts": "export class B { run() {} }\n",
        "pkg/inner.ts": "export { A as Door } from './a';\n",
        "pkg/door.ts": "import { Door } from './inner';\nexport { Door as Face };\n",
        "user.ts": "import { Face } from './pkg/door';\nfunction go(face: Face) { face.run(); }\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"user.ts:go calls pkg/a.ts:A.run"}
        corpus.change({path: text})
        assert corpus.edges("calls") == ({f"user.ts:go calls {called}"} if called else set())
        corpus.assert_linked_as_anew()


def test_a_namesake_that_goes_leaves_the_edges_of_who_knows_a_type_by_other_names(tmp_path: Path) -> None:
    files = {
        "a.ts": "export class A { run() {} }\n",
        "b.ts": "export class A { run() {} }\n",
        "door.ts": "export { A as Door } from './b';\n",
        "inner.ts": "export { Door as Face } from './door';\n",
        "user.ts": "import { Face } from './inner';\nfunction go(face: Face) { face.run(); }\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        edges = corpus.edges("references", "calls")
        assert "user.ts:go references b.ts:A" in edges
        corpus.change({"a.ts": None})
        assert corpus.edges("references", "calls") == edges
        corpus.assert_linked_as_anew()


def test_what_a_file_makes_of_an_imported_class_follows_where_that_comes_from(tmp_path: Path) -> None:
    files = {
        "a.ts": "export class A { run() {} }\n",
        "b.ts": "export class A { run() {} }\n",
        "door.ts": "export { A } from './a';\n",
        "mid.ts": "import { A } from './door';\nexport const inst = new A();\nexport class Held { part: A; }\n",
        "user.ts": "import { inst, Held } from './mid';\nfunction go(h: Held) { inst.run(); h.part.run(); }\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert "user.ts:go calls a.ts:A.run" in corpus.edges("calls")
        corpus.change({"door.ts": "export { A } from './b';\n"})
        assert "user.ts:go calls b.ts:A.run" in corpus.edges("calls")
        corpus.assert_linked_as_anew()


@pytest.mark.parametrize("imported", ["from pkg import mid", "from pkg import mid as other", "import pkg.mid as mid"])
def test_who_imports_a_module_by_name_follows_what_that_imports(imported: str, tmp_path: Path) -> None:
    local = imported.rpartition(" ")[2]
    files = {
        "pkg/__init__.py": "",
        "pkg/a.py": "class Conn:\n    def open_it(self):\n        pass\n",
        "pkg/b.py": "class Conn:\n    def open_it(self):\n        pass\n",
        "pkg/mid.py": "from .a import Conn\n",
        "user.py": f"{imported}\ndef go():\n    {local}.Conn().open_it()\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"user.py:go calls pkg/a.py:Conn", "user.py:go calls pkg/a.py:Conn.open_it"}
        corpus.change({"pkg/mid.py": "from .b import Conn\n"})
        assert corpus.edges("calls") == {"user.py:go calls pkg/b.py:Conn", "user.py:go calls pkg/b.py:Conn.open_it"}
        corpus.assert_linked_as_anew()


def test_an_import_taken_out_of_a_package_is_lost_to_who_imports_the_name_from_there(tmp_path: Path) -> None:
    files = {
        "one.py": "def alpha():\n    return 1\n",
        "pkg/four.py": "from one import alpha\n",
        "user.py": "from pkg.four import alpha\ndef go():\n    alpha()\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.edges("calls") == {"user.py:go calls one.py:alpha"}
        corpus.change({"pkg/four.py": "\n"})
        assert not corpus.edges("calls")


GO = "    def go(self): pass\n"
RUN = "    def run(self):\n        self.go()\n"
USER = "from one import run\ndef go():\n    run()\n"
INNER_IMPORT = "def other():\n    from pkg import run\n    run()\n"
TWO_CLASSES = f"class Gamma:\n{GO}\n\nclass Delta:\n{GO}\n\nShape = "


@pytest.mark.parametrize(
    ("files", "change"),
    [
        pytest.param(
            {"one.py": "class Box:\n    kind = make\n    def make(self):\n        self.kind()\n"},
            {"two.py": "def make():\n    pass\n"},
            id="a name of a class body",
        ),
        pytest.param(
            {
                "one.py": "def run():\n    pass\nstart = run\n",
                "two.py": "from one import start\ndef go():\n    start()\n",
            },
            {"one.py": "def run():\n    pass\n"},
            id="a name that goes",
        ),
        pytest.param(
            {"one.py": "class Box:\n    open = fill\n    def fill(self):\n        self.fill()\n        self.open()\n"},
            {"two.py": "def open():\n    pass\n"},
            id="a name that another file takes up",
        ),
        pytest.param(
            {
                "pkg/__init__.py": "class Shape:\n    pass\nform = Shape\n",
                "pkg/four.py": "class Box(Square):\n    pass\n",
                "two.py": "Square = form\n",
            },
            {"two.py": "from pkg import other\nSquare = form\n"},
            id="a file that gains an import",
        ),
        pytest.param(
            {
                "one.py": f"{TWO_CLASSES}Gamma\n",
                "two.py": f"from one import Shape\nForm = Shape\n\n\nclass Beta(Form):\n{RUN}",
            },
            {"one.py": f"{TWO_CLASSES}Delta\n"},
            id="a base that stands for another class",
        ),
        pytest.param(
            {
                "one.py": f"class Delta:\n{GO}",
                "two.py": f"from one import Gamma\nAlpha = Gamma\n\n\nclass Beta(Alpha):\n{RUN}",
            },
            {"one.py": f"class Gamma:\n{GO}"},
            id="a base that comes",
        ),
        pytest.param(
            {"one.py": f"{INNER_IMPORT}def run(): pass\n", "two.py": USER},
            {"one.py": "from pkg import run\ndef run(): pass\n"},
            id="an import that moves to the top of its file",
        ),
        pytest.param(
            {"one.py": "from pkg import run\ndef run(): pass\n", "two.py": USER},
            {"one.py": f"{INNER_IMPORT}def run(): pass\n"},
            id="an import that moves into a function",
        ),
    ],
)
def test_calls_and_bases_follow_what_a_name_stands_for(
    files: dict[str, str], change: dict[str, str | None], tmp_path: Path
) -> None:
    """Callers of a class were told, and others left out, that a full pass does not tell."""
    with LinkedCorpus(tmp_path, files) as corpus:
        corpus.change(change)
        corpus.assert_linked_as_anew()
