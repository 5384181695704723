"""Linking only what a change touches gives what linking everything gives."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .corpus import LinkedCorpus

_NAMES = st.sampled_from(["alpha", "beta", "gamma", "delta", "Omega", "Sigma", "run", "go"])
_MODULES = st.sampled_from(["one", "two", "three", "pkg.four", "pkg", ".one", "..two"])
_PATHS = ("one.py", "two.py", "pkg/__init__.py", "pkg/four.py", "test_one.py")
_JAVA_PATHS = ("src/a/Omega.java", "src/a/Sigma.java", "src/b/Delta.java")
_DOC_PATHS = ("README.md", "docs/guide.md")


@st.composite
def _python(draw: st.DrawFn) -> str:
    lines: list[str] = []
    for module, name, alias in draw(st.lists(st.tuples(_MODULES, _NAMES, st.none() | _NAMES), max_size=3)):
        lines.append(f"from {module} import {name}" + (f" as {alias}" if alias else ""))
    modules = st.lists(st.sampled_from(["one", "pkg.four", "two as beta"]), max_size=2)
    lines.extend(f"import {module}" for module in draw(modules))
    calls = st.one_of(
        st.builds("    {}()".format, _NAMES),
        st.builds("    {}.{}()".format, st.sampled_from(["one", "pkg.four", "beta", "thing", "Omega"]), _NAMES),
        st.builds("    {}().{}()".format, _NAMES, _NAMES),
        st.builds("    value.{}().{}()".format, _NAMES, _NAMES),
        st.builds("    value.held.{}()".format, _NAMES),
    )
    types = _NAMES.map(str.title)
    for name, taken, result in draw(st.lists(st.tuples(_NAMES, types, types), max_size=3)):
        lines += [f"def {name}(value: {taken}) -> {result}:", *draw(st.lists(calls, max_size=3)), "    return 1"]
    for name, base, method in draw(st.lists(st.tuples(_NAMES, _NAMES, _NAMES), max_size=2)):
        lines += [f"class {name.title()}({base.title()}):", f"    def {method}(self):", f"        self.{method}()"]
        lines.append(f"        {draw(_NAMES)}()")
        lines.append(f"        self.held = {draw(st.sampled_from(['alpha()', 'Omega()', 'beta']))}")
        lines.append(f"        self.held.{draw(_NAMES)}()")
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
            incremental = corpus.snapshot()
            corpus.link_everything()
            assert incremental == corpus.snapshot()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_edits_that_keep_every_path_equal_a_full_pass(data: st.DataObject) -> None:
    everything = {path: _python() for path in _PATHS} | {path: _prose() for path in _DOC_PATHS}
    files = data.draw(st.fixed_dictionaries(everything))
    with tempfile.TemporaryDirectory() as folder, LinkedCorpus(Path(folder), files) as corpus:
        for _ in range(3):
            path = data.draw(st.sampled_from(sorted(everything)))
            corpus.change({path: data.draw(everything[path])})
            incremental = corpus.snapshot()
            corpus.link_everything()
            assert incremental == corpus.snapshot()
