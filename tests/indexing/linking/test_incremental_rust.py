"""Linking only what a change touches gives what linking everything gives, where Rust's calls lead through closures,
wrappers and what types are given.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .corpus import LinkedCorpus

_NAMES = st.sampled_from(["alpha", "beta", "gamma", "run_it"])
_TYPES = st.sampled_from(["Alpha", "Beta", "Gamma"])
_TRAITS = st.sampled_from(["Draw", "Fill"])
_MODULES = st.sampled_from(["one", "two", "deep"])
_PATHS = ("src/one.rs", "src/two.rs", "src/deep/mod.rs")
_OTHERS = st.sampled_from(["&[u8]", "u8", "Vec<u8>", "&str", "*const u8", "[u8; 2]", "impl Iterator<Item = u8>"])
_CALLS = st.one_of(
    st.builds("{}(|x| x.{}());".format, _NAMES, _NAMES),
    st.builds("crate::{}::{}(|_, x| x.{}());".format, _MODULES, _NAMES, _NAMES),
    st.builds("z.{}(|x, y| {{ x.{}(); y.{}() }});".format, _NAMES, _NAMES, _NAMES),
    st.builds("z.held.iter().map(|x| x.{}());".format, _NAMES),
    st.builds("z.held.iter().fold(0, |n, x| x.{}());".format, _NAMES),
    st.builds("z.maybe.as_ref().map_or(0, |x| x.{}());".format, _NAMES),
    st.builds("z.cell.{}(); z.call.{}();".format, _NAMES, _NAMES),
    st.builds("{}::<u8>::{}();".format, _TYPES, _NAMES),
    st.builds("{}::{}();".format, _MODULES, _NAMES),
    st.builds("z.{}().{}();".format, _NAMES, _NAMES),
    st.builds("let {} {{ cell, maybe: y, .. }} = z; cell.{}(); y.{}();".format, _TYPES, _NAMES, _NAMES),
    st.builds("let w = z.{}(|x| x); w.{}();".format, _NAMES, _NAMES),
    st.builds("{}.{}();".format, _NAMES, _NAMES),
    st.builds("let w: {} = q; w.{}().{}();".format, _OTHERS, _NAMES, _NAMES),
    st.builds("match z.{}() {{ Err(e) => e.{}(), Ok(v) => v.{}() }}".format, _NAMES, _NAMES, _NAMES),
    st.builds("match (z.held, z.maybe) {{ (a, Some(b)) => b.{}() }}".format, _NAMES),
    st.builds("let w = {} {{ cell: Default::default() }};".format, _TYPES),
    st.builds("{}::{}(z.cell); unknown().{}();".format, _TYPES, _NAMES, _NAMES),
)
_CLOSURES = st.one_of(
    st.builds("impl Fn(&{}) -> u8".format, _TYPES),
    st.builds("Box<dyn FnOnce({}, &mut {})>".format, _TYPES, _TYPES),
    st.just("F"),
    st.just("Call"),
)
_HELD = st.one_of(
    _OTHERS,
    st.builds("Result<{}, {}>".format, _TYPES, _TYPES),
    _TYPES,
    st.builds("{}<{}>".format, _TYPES, _TYPES),
    st.just("T"),
)


_BLOCKS = (
    "impl {trait} for {other} {{ BODY }}",
    "impl<T: Fn(u8)> {trait} for T {{ BODY }}",
    "impl<I: Iterator> {trait} for I {{ BODY }}",
    "impl<T> {trait} for T where T: Draw {{ BODY }}",
    "mod inner {{ use super::*; impl {trait} for {type}<u8> {{ BODY }} }}",
    "macro_rules! make {{ ($a:ident, $b:ident) => {{ impl {trait} for $a {{ BODY }} }} }}"
    " make!({type}, Beta); make!(Alpha, X);",
    "macro_rules! write {{ () => {{ pub trait {trait} {{ BODY }} pub struct {type}; }} }}",
    "impl Default for {type}<u8> {{ BODY }} impl From<u8> for {type}<u8> {{ BODY }}",
)

_IMPORTED = _TYPES | _TRAITS | _MODULES | _NAMES | st.just("*")
# Made once: a strategy that a drawing makes is checked in each drawing, which is a fifth of this test.
_USES = st.lists(st.tuples(_MODULES, _IMPORTED), max_size=3)
_HOW = st.tuples(st.sampled_from(["use", "pub use"]), st.sampled_from(["crate", "super"]))
_STRUCTS = st.lists(_TYPES, max_size=2, unique=True)
_METHODS = st.lists(st.tuples(_NAMES, _CLOSURES, _HELD), max_size=2)
_BODIES, _LONGER_BODIES = st.lists(_CALLS, max_size=2), st.lists(_CALLS, max_size=3)
_BOUNDS = st.sampled_from(["", ": Draw", ": ?Sized + Fill"])
_IMPLEMENTED = st.lists(st.tuples(_TRAITS, _NAMES), max_size=2)
_BLOCK = st.sampled_from(_BLOCKS)
_MAYBE = st.booleans()
_FUNCTIONS = st.lists(st.tuples(_NAMES, _CLOSURES, _HELD), max_size=3)


@st.composite
def _rust(draw: st.DrawFn) -> str:
    lines = [f"{how} {where}::{module}::{name};" for module, name in draw(_USES) for how, where in [draw(_HOW)]]
    for name in draw(_STRUCTS):
        held = [f"held: Vec<{draw(_HELD)}>", f"maybe: Option<{draw(_HELD)}>", f"cell: {draw(_HELD)}"]
        lines.append(f"pub struct {name}<T> {{ {', '.join(held)}, call: fn({draw(_TYPES)}) }}")
        for method, closure, result in draw(_METHODS):
            body = " ".join(draw(_BODIES)).replace("z.", "self.")
            head = f"impl<T{draw(_BOUNDS)}> {name}<T>"
            lines.append(f"{head} {{ pub fn {method}<F: Fn(&T)>(&self, f: {closure}) -> {result} {{ {body} }} }}")
        if draw(_MAYBE):
            lines.append(f"impl<T> Deref for {name}<T> {{ type Target = {draw(_HELD)}; }}")
        if draw(_MAYBE):
            lines.append(f"impl {draw(_TRAITS)} for Arc<{name}<u8>> {{ fn {draw(_NAMES)}(&self) {{ self.alpha() }} }}")
    for name, method in draw(_IMPLEMENTED):
        lines.append(f"pub trait {name} {{ fn {method}(&self) -> {draw(_HELD)}; }}")
    for trait, method in draw(_IMPLEMENTED):
        block = draw(_BLOCK).format(trait=trait, type=draw(_TYPES), other=draw(_OTHERS))
        body = f"fn {method}(&self) -> {draw(_HELD)} {{ {draw(_CALLS)} }}" if draw(_MAYBE) else ""
        lines.append(block.replace("BODY", body))
    if draw(_MAYBE):
        lines.append(f"pub type {draw(_TYPES)}<T> = {draw(_TYPES)}<T>;")
    if draw(_MAYBE):
        lines.append(f"pub type Call = fn(&{draw(_TYPES)}, {draw(_TYPES)});")
    for name, closure, taken in draw(_FUNCTIONS):
        body = " ".join(draw(_LONGER_BODIES))
        lines.append(f"pub fn {name}<F>(f: {closure}, z: {taken}) where F: FnMut({draw(_TYPES)}) {{ {body} }}")
    return "\n".join(lines) + "\n"


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.fixed_dictionaries({}, optional={path: _rust() for path in _PATHS}),
    st.lists(
        st.fixed_dictionaries({}, optional={path: st.none() | _rust() for path in _PATHS}), min_size=1, max_size=3
    ),
)
def test_incremental_equals_full(files: dict[str, str], rounds: list[dict[str, str | None]]) -> None:
    files = {"src/lib.rs": "mod one;\nmod two;\nmod deep;\n", **files}
    with tempfile.TemporaryDirectory() as folder, LinkedCorpus(Path(folder), files) as corpus:
        for changes in rounds:
            corpus.change(changes)
            corpus.assert_linked_as_anew()


_USER = "use crate::a::Guard;\nfn go(z: Guard<crate::c::Ours>) { z.run_it() }\n"
_TYPES_OF_C = "".join(
    f"pub struct {name};\nimpl {name} {{ pub fn run_it(&self) {{}} }}\n" for name in ("Ours", "Other")
)


@pytest.mark.parametrize("target", ["T", "Other", ""])
def test_a_wrapper_that_leads_elsewhere_is_linked_again(target: str, tmp_path: Path) -> None:
    wrapper = "use crate::c::Other;\npub struct Guard<T>(T);\n"
    leads = f"impl<T> Deref for Guard<T> {{ type Target = {target}; }}\n" if target else ""
    lib = "mod a;\nmod b;\nmod c;\n"
    with LinkedCorpus(
        tmp_path, {"src/lib.rs": lib, "src/a.rs": wrapper, "src/b.rs": _USER, "src/c.rs": _TYPES_OF_C}
    ) as corpus:
        corpus.change({"src/a.rs": wrapper + leads})
        expected = {
            "T": {"src/b.rs:go calls src/c.rs:Ours.run_it"},
            "Other": {"src/b.rs:go calls src/c.rs:Other.run_it"},
        }
        assert corpus.edges("calls") == expected.get(target, set())
        corpus.assert_linked_as_anew()
