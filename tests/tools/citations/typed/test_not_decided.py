"""Sentences that look like what the lines say, and that the lines neither prove nor contradict."""

from __future__ import annotations

import pytest

from citeline.tools.citations import check_support

from ..passages import passage


def guarded(condition: str, then: str = "raise LoginError()") -> str:
    return f"def f(user, a, b, x, y, mode):\n    if {condition}:\n        {then}\n    return user\n"


SHORT = guarded("x <= 5")
CONDITIONS = [
    (guarded("not user.email"), "`f` raises `LoginError` if `user` is missing."),
    (guarded("not user.email"), "`f` raises `LoginError` if `user` is None."),
    (guarded("not user.value"), "`f` raises `LoginError` if `user` is missing."),
    (guarded("len(b) > 3"), "`f` raises `LoginError` if `len(a)` is greater than 3."),
    (guarded("mode != 'a'"), "`f` raises `LoginError` if `mode` is None."),
    (guarded("mode != 'a'"), "`f` raises `LoginError` if `mode` is missing."),
    (guarded("mode == 'a'"), "`f` raises `LoginError` if `mode` is set."),
    (guarded("mode == 'a'"), "`f` raises `LoginError` if `mode` is not empty."),
    (guarded("x"), "`f` raises `LoginError` if `x` is not None."),
    (guarded("x is None"), "`f` raises `LoginError` if `x` is false."),
    (guarded("x is None"), "`f` raises `LoginError` if `x` is zero."),
    (guarded("x > 3"), "`f` raises `LoginError` if `x` is greater than 3 times `y`."),
    (guarded("x <= 0"), "`f` raises `LoginError` if `x` is 5 or less."),
    (guarded("x < 10", "return 1"), "`f` returns `1` if `x` is less than 5."),
    (guarded("x is None or y"), "`f` raises `LoginError` only if `x` is None."),
    (
        f"{guarded('x is None')}    if y < 0:\n        raise LoginError()\n",
        "`f` raises `LoginError` only if `x` is None.",
    ),
]
BRANCHES = "def go(test):\n    if test:\n        timeout = 30\n    else:\n        timeout = 5\n    run(timeout)\n"
VALUES = [
    ("ITEMS = range(1, 10)\n", "`ITEMS` has two elements."),
    ("X = load('a', 'b', 'c')\n", "`X` has three entries."),
    ("X = [f(x, y) for x, y in z]\n", "`X` has two items."),
    ("FOO = ['a', 'b'] + ['c', 'd']\n", "`FOO` has three entries."),
    ("FOO = ['a', 'b'] + ['c', 'd']\n", "`FOO` has four entries."),
    ("X = ['a', *more]\n", "`X` has two entries."),
    (BRANCHES, "`timeout` is 30 by default."),
    (BRANCHES, "`timeout` is 5 by default."),
    ("def go(test):\n    if test:\n        timeout = 30\n    run(timeout)\n", "`timeout` defaults to 30."),
    ("def go(größe):\n    if maxgröße:\n        größe = 30\n    run(größe)\n", "`größe` defaults to 30."),
    ("class Bar:\n    timeout = 5\n", "`Foo.timeout` is `5`."),
    ("class Bar:\n    timeout = 5\n", "`Foo.timeout` is set to `5`."),
]
RETURNED = [
    ("def f(x):\n    if x:\n        return True\n", "`f` returns `None`."),
    ("def f(x):\n    if x:\n        return True\n", "`f` returns `False`."),
    ("def f(x):\n    log()\n    log()\n", "`f` calls `log` two times."),
    ("function f(x) {\n  log();\n  log();\n", "`f` calls `log` two times."),
]
GUARD = guarded("x > 0")
WAYS = "def f(x):\n    if x:\n        a()\n        return\n    b()\n"
DONE = [
    (GUARD, "`f` requires `x > 0`."),
    (GUARD, "`f` ensures that `x > 0`."),
    (GUARD, "`f` expects `x > 0`."),
    (
        "def f():\n    try:\n        return fast()\n    except OSError:\n        return slow()\n",
        "`f` falls back to `fast`.",
    ),
    (WAYS, "`f` calls `a` before `b`."),
    (WAYS, "`f` calls `b` after `a`."),
    ("def f():\n    a()\n    if x:\n        b()\n", "`f` calls `a` before `b`."),
    ("def f():\n    a()\n    b()\n", "`f` skips `a` before calling `b`."),
    ("def f():\n    a()\n    b()\n", "`f` forbids `a` before `b`."),
    (
        "def f():\n    try:\n        g()\n    except ValueError as e:\n        sys.exit(1)\n",
        "`f` swallows `ValueError`.",
    ),
    (
        "def f():\n    try:\n        g()\n    except ValueError as e:\n        failed.append(e)\n",
        "`f` swallows `ValueError`.",
    ),
]


HEADS = [
    ("a.py", "class A:\n    def __init__(self):\n        pass\n", "`__init__` is private."),
    ("a.cs", "interface IRun {\n  void Run();\n}\n", "`Run` is private."),
    ("a.rs", "trait T {\n  fn go(&self);\n}\n", "`go` is private."),
    ("a.rs", "impl fmt::Display for A {\n    fn fmt(&self) -> R { x() }\n}\n", "`fmt` is private."),
    ("a.kt", "open class A {\n  open fun foo() {}\n}\n", "`foo` is public."),
    ("a.py", "def read(q: str = Query(...)):\n    return q\n", "`q` is optional."),
    ("a.rs", "fn f(a: Option<u32>) -> u32 { 1 }", "`a` is optional."),
    ("a.rs", "fn f(a: Option<u32>) -> u32 { 1 }", "`a` is required."),
    ("a.js", "const f = x => { g(); return x; };\n", "`f` takes 0 arguments."),
    ("a.js", "const f = x => { g(); return x; };\n", "`f` takes zero arguments."),
]


@pytest.mark.parametrize(("path", "text", "sentence"), HEADS)
def test_what_a_head_does_not_say_is_left_undecided(path: str, text: str, sentence: str) -> None:
    found = check_support(sentence, passage(text, scope="", path=path))
    assert found.verdict not in ("supported", "contradicted"), found.why


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("@app.route('/static/<p>')\ndef handler(p):\n    return p\n", "`handler` is static."),
        ("@app.get('/items')\nasync def get(request, id):\n    return 1\n", "`get` takes one parameter."),
        ("@app.get('/items')\nasync def get(request, id):\n    return 1\n", "`get` takes 1 parameters."),
    ],
)
def test_arguments_of_a_decorator_are_no_part_of_a_head(text: str, sentence: str) -> None:
    assert check_support(sentence, passage(text, scope="", path="a.py")).verdict != "supported"


@pytest.mark.parametrize(("text", "sentence"), [*CONDITIONS, *VALUES, *DONE, *RETURNED])
def test_what_the_lines_only_resemble_is_left_undecided(text: str, sentence: str) -> None:
    found = check_support(sentence, passage(text, scope="", path="a.py"))
    assert found.verdict not in ("supported", "contradicted"), found.why


def test_a_number_in_front_of_or_less_is_the_bound() -> None:
    found = check_support("`f` raises `LoginError` if `x` is 5 or less.", passage(SHORT, scope="", path="a.py"))
    assert found.verdict == "supported"
