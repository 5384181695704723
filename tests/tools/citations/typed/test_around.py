"""What stands beside a statement decides whether it is the definition's own: comments, closures, handlers, changes."""

from __future__ import annotations

import pytest

from citeline.tools.citations import check_support

from ..passages import passage

MENTIONED = [
    ("a.py", "Other.run", "    # never call reset() here\n    x = 1\n", "`Other.run` calls `reset`."),
    ("a.py", "Other.run", "    log('call reset() first')\n", "`Other.run` calls `reset`."),
    ("a.py", "Other.run", "    Call reset() first.\n    Then wait.\n", "`Other.run` calls `reset`."),
    ("a.go", "Other.Run", "\t// call Reset() first\n\tx := 1\n", "`Other.Run` calls `Reset`."),
    ("A.java", "Other.run", "    // call reset() first\n    int x = 1;\n", "`Other.run` calls `reset`."),
    ("A.java", "Other.run", '    log("call reset() first");\n', "`Other.run` calls `reset`."),
    ("A.java", "Other.run", "     * call reset() first\n     */\n    int x = 1;\n", "`Other.run` calls `reset`."),
    ("a.vb", "run", "  // reset() comes later\n  stop(1)", "`run` calls `reset`."),
]
FIELDS = [
    ("a.go", "Store", "\topen bool\n\tname string\n", "`Store` inherits from `open`."),
    ("a.go", "Store", "\t// Base is gone\n\tname string\n", "`Store` inherits from `Base`."),
    ("a.py", "Store", "    Base.close(None)\n    x = 1\n", "`Store` inherits from `Base`."),
    ("a.py", "Store", "    with Base as base:\n        pass\n", "`Store` inherits from `Base`."),
    ("a.rb", "Store", "  include Base::Other\n", "`Store` inherits from `Base`."),
]
RETURNED = [
    ("a.py", "f", "def f(x):\n    if x == 0:\n        x = 4\n    return x\n", "`f` returns `4` when `x` is 0."),
    ("a.py", "f", "def f(y):\n    x = g(y)\n    return x\n", "`f` returns `4`."),
    ("a.py", "f", "def f(x):\n    return x\n", "`f` returns `4`."),
    ("a.go", "f", "func f() int {\n\tn := g()\n\tn++\n\treturn n\n}\n", "`f` returns `4`."),
    ("a.py", "f", "def f(x):\n    result = x\n    return result\n", "`f` returns `x`."),
]
INNER = "def outer(x):\n    def inner():\n        raise ValueError()\n    return inner\n"
LAMBDA = "def outer(x):\n    keep(lambda: reset())\n    return 1\n"
GO_CLOSURE = 'func Run() {\n\tgo func() {\n\t\tpanic("x")\n\t}()\n}\n'
ARROW = "function run() {\n  later(() => { throw new TypeError('x'); });\n  return 1;\n}\n"
NESTED = [
    ("a.py", "outer", INNER, "`outer` raises `ValueError`."),
    ("a.py", "outer", INNER, "`outer` never raises `ValueError`."),
    ("a.py", "outer", LAMBDA, "`outer` calls `reset`."),
    ("a.py", "outer", LAMBDA, "`outer` never calls `reset`."),
    ("a.py", "outer", "def outer():\n    def inner():\n        return 4\n    return inner()\n", "`outer` returns `4`."),
    ("a.go", "Run", GO_CLOSURE, "`Run` panics."),
    ("a.go", "Run", GO_CLOSURE, "`Run` never panics."),
    ("a.js", "run", ARROW, "`run` throws a `TypeError`."),
    ("a.js", "run", ARROW, "`run` never throws a `TypeError`."),
    ("a.rs", "run", "fn run() {\n    spawn(move || { stop(); });\n}\n", "`run` calls `stop`."),
]
HANDED = [
    ("a.kt", "f", "fun f() { post { reset() } }", "`f` calls `reset`."),
    ("a.swift", "f", "func f() { post { reset() } }", "`f` calls `reset`."),
    ("a.rb", "f", "def f\n  post { reset() }\nend\n", "`f` calls `reset`."),
    ("a.rb", "f", "def f\n  post do\n    reset()\n  end\nend\n", "`f` calls `reset`."),
    ("a.lua", "f", "function f()\n  post(function() reset() end)\nend\n", "`f` calls `reset`."),
    ("a.php", "f", "function f() { post(function () { reset(); }); }", "`f` calls `reset`."),
]
TRIED = "def f():\n    try:\n        raise ValueError('x')\n    except ValueError:\n        return None\n"
SUPPRESSED = "def f():\n    with suppress(ValueError):\n        raise ValueError('x')\n"
RECOVERED = 'func Run() {\n\tdefer func() { recover() }()\n\tpanic("x")\n}\n'
CAUGHT = "class A {\n  void f() {\n    try { throw new IOException(); } catch (IOException e) { log(e); }\n  }\n}\n"
KEPT = [
    ("a.py", "f", TRIED, "`f` raises `ValueError`."),
    ("a.py", "f", TRIED, "`f` never raises `ValueError`."),
    ("a.py", "f", SUPPRESSED, "`f` raises `ValueError`."),
    ("a.go", "Run", RECOVERED, "`Run` panics."),
    ("a.go", "Run", RECOVERED, "`Run` never panics."),
    ("A.java", "A.f", CAUGHT, "`A.f` throws an `IOException`."),
    ("A.java", "A.f", CAUGHT, "`A.f` never throws an `IOException`."),
]
DEFERRED = "func Run() {\n\tdefer unlock()\n\twrite()\n}\n"
ORDER = [
    ("a.go", "Run", DEFERRED, "`Run` calls `unlock` before `write`."),
    ("a.go", "Run", DEFERRED, "`Run` calls `write` before `unlock`."),
    ("a.go", "Run", "func Run() {\n\tgo send()\n\twrite()\n}\n", "`Run` calls `send` before `write`."),
    ("a.js", "run", "function run() {\n  later(() => close());\n  open();\n}\n", "`run` calls `close` before `open`."),
    ("a.js", "run", "function run() {\n  later(() => close());\n  open();\n}\n", "`run` calls `open` before `close`."),
]
CHANGED = [
    ("a.py", "", "X = ['a', 'b']\nX.append('c')\n", "`X` has three entries."),
    ("a.py", "", "X = ['a', 'b']\nX.append('c')\n", "`X` has two entries."),
    ("a.py", "", "X = ['a', 'b']\nX += ['c']\n", "`'c'` is one of the values in `X`."),
    ("a.py", "", "X = {'a': 1}\nX['c'] = 2\n", "`'c'` is one of the keys of `X`."),
    ("a.py", "", "X = [A, B]\n", "`'c'` is one of the values in `X`."),
    ("a.go", "", 'var X = []string{"a"}\nfunc init() { X = append(X, "c") }\n', '`"c"` is one of the values in `X`.'),
    ("a.js", "", "const X = ['a', 'b'];\nX.push('c');\n", "`X` has three entries."),
]
ELSEWHERE = [
    ("a.py", "Store", "class Store:\n    codes = ['a', 'b']\n", "`codes` has three entries."),
    ("a.py", "", "codes = ['a', 'b']\n", "`'c'` is one of the values in `codes`."),
]
OWN_ERRORS = [
    ("a.py", "f", "def f():\n    raise Err()\n", "`f` raises `ValueError`."),
    ("a.py", "f", "def f(x):\n    if x is None:\n        raise Err()\n", "`f` raises `ValueError` if `x` is None."),
]
UNDECIDED = [*MENTIONED, *FIELDS, *RETURNED, *NESTED, *HANDED, *KEPT, *ORDER, *CHANGED, *ELSEWHERE, *OWN_ERRORS]


@pytest.mark.parametrize(("path", "scope", "text", "sentence"), UNDECIDED)
def test_what_is_not_the_definitions_own_is_left_undecided(path: str, scope: str, text: str, sentence: str) -> None:
    found = check_support(sentence, passage(text, scope=scope, path=path))
    assert found.verdict not in ("supported", "contradicted"), found.why


SHOWN = [
    ("a.py", "Other.run", "    # then\n    reset()\n", "`Other.run` calls `reset`."),
    ("a.py", "Other.run", "    log(f'{reset()}')\n", "`Other.run` calls `reset`."),
    ("a.go", "Store", "\t*Base\n\tname string\n", "`Store` inherits from `Base`."),
    ("a.go", "Store", '\tpkg.Base `json:"b"`\n\tname string\n', "`Store` inherits from `Base`."),
    ("a.rb", "Store", "  include Base\n", "`Store` inherits from `Base`."),
    ("a.py", "inner", INNER, "`inner` raises `ValueError`."),
    ("a.go", "Run", DEFERRED, "`Run` calls `unlock`."),
    ("a.js", "run", "const run = () => { reset(); throw new TypeError('x'); };\n", "`run` throws a `TypeError`."),
    (
        "a.py",
        "f",
        "def f():\n    try:\n        g()\n    except OSError:\n        raise ValueError('x')\n",
        "`f` raises `ValueError`.",
    ),
]
SHOWN += [(path, scope, text, "`f` calls `post`.") for path, scope, text, _ in HANDED]


@pytest.mark.parametrize(("path", "scope", "text", "sentence"), SHOWN)
def test_what_is_the_definitions_own_is_proved(path: str, scope: str, text: str, sentence: str) -> None:
    found = check_support(sentence, passage(text, scope=scope, path=path))
    assert found.verdict == "supported", found.why
