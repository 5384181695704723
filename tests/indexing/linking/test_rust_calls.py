"""Calls of Rust: what a build leaves out, what a bare name and a macro reach, and which of several methods is meant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_TWO = (
    "pub struct Ours;\nimpl Ours { pub fn run_it(&self) {} }\n"
    "pub struct Other;\nimpl Other { pub fn run_it(&self) {} }\n"
)

CASES: Mapping[str, tuple[dict[str, str], set[str]]] = {
    "of two definitions the one that a build takes": (
        {
            "src/lib.rs": "#[cfg(windows)]\n/// One.\n#[inline]\nfn shape() {}\n"
            '#[cfg(all(unix, feature = "x", not(test)))]\nfn shape() {}\nfn go() { shape() }\n'
        },
        {"src/lib.rs:go src/lib.rs:shape:5"},
    ),
    "what only the project knows may be either": (
        {"src/lib.rs": "#[cfg(fast)]\nfn shape() {}\n#[cfg(not(fast))]\nfn shape() {}\nfn go() { shape() }\n"},
        {"src/lib.rs:go src/lib.rs:shape:1", "src/lib.rs:go src/lib.rs:shape:3"},
    ),
    "what no build takes is all the same what its only name means": (
        {"src/lib.rs": "#[cfg(windows)]\nfn shape() {}\n#[cfg(windows)]\nfn go() { shape() }\n"},
        {"src/lib.rs:go src/lib.rs:shape:1"},
    ),
    "of two imports of a name the one that a build takes": (
        {
            "src/lib.rs": "mod io;\nmod b;\n",
            "src/io/mod.rs": "pub use self::imp::Write;\n"
            '#[cfg(not(feature = "std"))]\n#[path = "core.rs"]\nmod imp;\n'
            '#[cfg(feature = "std")]\nuse std::io as imp;\n',
            "src/io/core.rs": "pub trait Write { fn write_it(&self) {} }\n",
            "src/b.rs": "use crate::io;\nfn go<W: io::Write>(w: W) { w.write_it() }\n",
        },
        set(),
    ),
    "an associated type is not known by its name alone": (
        {
            "src/lib.rs": "use serde::Reader;\nstruct Ours;\nimpl Ours { fn read_it(&self) {} }\n"
            "impl Into for Ours { type Reader = Ours; fn go<R: Reader>(r: R) { r.read_it() } }\n"
        },
        set(),
    ),
    "a variant is known by its name alone where its type is opened": (
        {
            "src/lib.rs": "mod a;\nmod b;\nmod c;\n",
            "src/a.rs": "pub enum Mode { Some(u8) }\n",
            "src/b.rs": "use crate::a::Mode;\nfn go(m: Mode) { Some(1); }\n",
            "src/c.rs": "use crate::a::Mode::*;\nfn go() { Some(1); }\n",
        },
        {"src/c.rs:go src/a.rs:Mode.Some:1"},
    ),
    "the standard macros are another file's only where it imports them": (
        {
            "src/lib.rs": "mod a;\nmod b;\n",
            "src/a.rs": "macro_rules! writeln { () => {} }\nmacro_rules! check { () => {} }\nfn go() { writeln!(); }\n",
            "src/b.rs": "fn go() { writeln!(); check!(); }\n",
        },
        {"src/a.rs:go src/a.rs:writeln:1", "src/b.rs:go src/a.rs:check:2"},
    ),
    "in a macro a variant that is matched and an attribute are no calls": (
        {
            "src/lib.rs": "enum N { One(u8) }\nfn not() {}\n"
            "macro_rules! m { () => { #[cfg(not(test))] match n { N::One(u) => not(u) } } }\n"
        },
        {"src/lib.rs:m src/lib.rs:not:2"},
    ),
    "methods of a collection are not those of what is in it": (
        {"src/lib.rs": f"{_TWO}struct A {{ z: Vec<Ours> }}\nimpl A {{ fn go(&self) {{ self.z.run_it() }} }}\n"},
        set(),
    ),
    "a crate under another name": (
        {
            "x/Cargo.toml": '[package]\nname = "x-one"\n',
            "x/src/lib.rs": "pub fn shape() {}\n",
            "y/Cargo.toml": '[package]\nname = "y"\n',
            "y/src/lib.rs": "pub extern crate x_one as x;\n",
            "z/Cargo.toml": '[package]\nname = "z"\n',
            "z/src/lib.rs": "fn go() { y::x::shape() }\nfn shape() {}\n",
        },
        {"z/src/lib.rs:go x/src/lib.rs:shape:1"},
    ),
}


@pytest.mark.parametrize(("files", "expected"), CASES.values(), ids=CASES.keys())
def test_rust_calls_lead_to(files: dict[str, str], expected: set[str], tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, files) as corpus:
        found = {edge.replace(" calls ", " ") for edge in corpus.edges("calls", lines=True)}
        assert found == expected
