"""What a name means: what bare names reach, members through objects and bases, and when nothing is linked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_RES = "var res = {};\nres.send = function send(body) {};\nmodule.exports = res;\n"
_BASE = "class Base:\n    def run_it(self):\n        pass\n"


@pytest.mark.parametrize(
    ("files", "edges"),
    [
        # Bare names and members.
        ({"lib/res.js": _RES, "lib/use.js": "function go() { send(1); }\n"}, set()),
        ({"lib/res.js": _RES + "function go() { send(1); }\n"}, set()),
        (
            {"lib/res.js": _RES, "lib/use.js": "function go(res) { res.send(1); }\n"},
            {"lib/use.js:go lib/res.js:res.send"},
        ),
        (
            {
                "lib/a.js": (
                    "exports.check = function () {};\n"
                    "exports.go = function () { exports.check(); module.exports.last(); };\n"
                    "module.exports.last = function () {};\n"
                )
            },
            {"lib/a.js:go lib/a.js:check", "lib/a.js:go lib/a.js:last"},
        ),
        (
            {
                "lib/a.js": "export function check() {}\n",
                "lib/b.js": (
                    "import * as exports from './a.js';\nexport function check() {}\n"
                    "export function go() { exports.check(); }\n"
                ),
            },
            {"lib/b.js:go lib/a.js:check"},
        ),
        ({"a.py": _BASE + "    def go(self):\n        run_it()\n"}, set()),
        ({"A.java": "class A { void run() {} void go() { run(); } }\n"}, {"A.java:A.go A.java:A.run"}),
        ({"A.java": "class A { void run() {} }\n", "B.java": "class B { void go() { run(); } }\n"}, set()),
        (
            {"A.java": "class A { void run() {} }\n", "B.java": "class B extends A { void go() { run(); } }\n"},
            {"B.java:B.go A.java:A.run"},
        ),
        (
            {"a.h": "class A {\n  void run();\n};\n", "a.cpp": '#include "a.h"\nvoid A::go() { run(); }\n'},
            {"a.cpp:A.go a.h:A.run"},
        ),
        ({"a.php": "<?php\nclass A {\n  function run() {}\n  function go() { run(); }\n}\n"}, set()),
        ({"a.rb": "class A\n  def run_it\n  end\n  def go\n    run_it()\n  end\nend\n"}, {"a.rb:A.go a.rb:A.run_it"}),
        # Bare names from elsewhere.
        ({"a.py": "def load_it():\n    pass\n", "b.py": "def go():\n    load_it()\n"}, set()),
        (
            {
                "p/__init__.py": "from .m import load_it\n",
                "p/m.py": "def load_it():\n    pass\n",
                "b.py": "from p import load_it as it\ndef go():\n    it()\n",
            },
            {"b.py:go p/m.py:load_it"},
        ),
        (
            {"m.py": "def load_it():\n    pass\n", "b.py": "from m import *\ndef go():\n    load_it()\n"},
            {"b.py:go m.py:load_it"},
        ),
        (
            {
                "tests/conftest.py": "def served():\n    pass\n",
                "tests/x/test_a.py": "def test_a(served):\n    served()\n",
            },
            {"tests/x/test_a.py:test_a tests/conftest.py:served"},
        ),
        (
            {
                "util.js": "exports.tidy = function () {};\n",
                "b.js": "var tidy = require('./util').tidy;\nfunction go() { tidy(); }\n",
            },
            {"b.js:go util.js:tidy"},
        ),
        # Through a module.
        (
            {
                "p/__init__.py": "",
                "p/m.py": "def load_it():\n    pass\n",
                "b.py": "from p import m\ndef go():\n    m.load_it()\n",
            },
            {"b.py:go p/m.py:load_it"},
        ),
        ({"m.py": "def dumps():\n    pass\n", "b.py": "import json\ndef go():\n    json.dumps()\n"}, set()),
        # Through the object around, and its bases.
        (
            {
                "a.py": _BASE,
                "b.py": "from a import Base\nclass Sub(Base):\n    def go(self):\n        self.run_it()\n",
                "c.py": "class Other:\n    def run_it(self):\n        pass\n",
            },
            {"b.py:Sub.go a.py:Base.run_it"},
        ),
        (
            {
                "a.py": _BASE,
                "b.py": "from a import Base\nclass Sub(Base):\n    def run_it(self):\n        super().run_it()\n",
            },
            {"b.py:Sub.run_it a.py:Base.run_it"},
        ),
        # Two other types have it, and neither is known to be related.
        (
            {"a.py": _BASE, "c.py": _BASE, "b.py": "class Sub:\n    def go(self):\n        self.run_it()\n"},
            set(),
        ),
        # `parent` is a variable in Python.
        ({"a.py": _BASE + "def go(parent):\n    parent.run_it()\n"}, {"a.py:go a.py:Base.run_it"}),
        # A name of the built-in types is called with a qualifier too.
        (
            {"a.js": "var app = {};\napp.set = function () {};\nfunction go() { app.set(1); }\n"},
            {"a.js:go a.js:app.set"},
        ),
    ],
)
def test_calls_lead_to_what_they_can_reach(files: Mapping[str, str], edges: set[str], tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.calls() == edges


@pytest.mark.parametrize(
    ("source", "weight"),
    [
        ("def go(x):\n    x.run_it()\n", 0.5),
        ("from a import Base\ndef go(x):\n    x.run_it()\n", 0.5),
        ("from a import Base\ndef go(x: Base):\n    x.run_it()\n", 1.0),
        ("class Mixin:\n    def go(self):\n        self.run_it()\n", 0.5),
    ],
)
def test_a_guessed_owner_weighs_less(source: str, weight: float, tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, {"a.py": _BASE, "b.py": source}) as corpus:
        assert corpus.weights("calls") == [weight]


def test_a_constructor_is_linked_with_its_type_and_chosen_by_its_arguments(tmp_path: Path) -> None:
    files = {
        "One.java": "class One { One() {} }\n",
        "Two.java": "class Two { Two() {} Two(int x) {} }\n",
        "B.java": "class B { void go() { new One(); new Two(); } }\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        called = {edge.rpartition(" ")[2] for edge in corpus.edges("calls")}
        assert called == {"One.java:One", "One.java:One.One", "Two.java:Two", "Two.java:Two.Two"}
        assert set(corpus.weights("calls")) == {1.0}


def test_a_base_that_changes_moves_the_calls_of_its_heirs(tmp_path: Path) -> None:
    heir = "from a import Base\nclass Sub(Base):\n    def go(self):\n        self.run_it()\n"
    files = {
        "a.py": "from r import Root\nclass Base(Root):\n    pass\n",
        "b.py": heir,
        "r.py": _BASE.replace("Base", "Root"),
    }
    with LinkedCorpus(tmp_path, files | {"other.py": _BASE.replace("Base", "Other")}) as corpus:
        assert corpus.edges("calls") == {"b.py:Sub.go calls r.py:Root.run_it"}
        corpus.change({"a.py": "from other import Other\nclass Base(Other):\n    pass\n"})
        assert corpus.edges("calls") == {"b.py:Sub.go calls other.py:Other.run_it"}
